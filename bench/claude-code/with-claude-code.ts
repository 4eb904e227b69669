import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installClaudeCode } from './install-claude-code.ts'

/** A script that tests something with the real Claude Code. */
export interface ClaudeScript {
  readonly help: string
  /** Resolves with the exit code. `folder` contains only the installation and is deleted afterwards. */
  test(folder: string, command: string): Promise<number>
}

/** Installs Claude Code into a temporary folder and runs the script; prints a message and skips it if that fails. */
export async function withClaudeCode({ help, test }: ClaudeScript): Promise<number> {
  const { values } = parseArgs({ options: { version: { type: 'string' }, help: { type: 'boolean', short: 'h' } } })
  if (values.help) {
    process.stdout.write(help)
    return 0
  }
  const folder = await mkdtemp(join(tmpdir(), 'pleat-claude-code-'))
  try {
    const installation = await installClaudeCode(join(folder, 'claude'), values.version)
    if (installation.kind === 'missing') {
      process.stdout.write(`skipped: Claude Code cannot be installed here: ${installation.reason}\n`)
      process.stdout.write('0 passed, 0 failed, 1 skipped\n')
      return 0
    }
    process.stdout.write(`${installation.version}\n`)
    return await test(folder, installation.command)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
