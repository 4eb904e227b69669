import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MAIN = join(import.meta.dirname, '../src/main.ts')

/** Output and exit code of a command. */
export interface Called {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly ms: number
}

/** Input, variables and streams of a call. */
export interface CallOptions {
  readonly input?: string
  readonly variables?: Record<string, string>
  /** The descriptor of a file for standard output, which is then not returned. */
  readonly stdout?: number
  /** True to close standard error at once, like a reader that goes away. */
  readonly isStderrClosed?: boolean
  /** Called after each piece of standard output with all that was printed. */
  readonly onStdout?: (printed: string, child: ChildProcess) => void
}

/** A temporary home folder with the command. */
export interface Laptop {
  readonly home: string
  readonly state: string
  /** Runs `pleat` as a process with the variables of this home folder only. */
  pleat(argv: readonly string[], options?: CallOptions): Promise<Called>
  remove(): void
}

/** Creates an empty home folder. */
export function makeLaptop(): Laptop {
  const home = mkdtempSync(join(tmpdir(), 'pleat-laptop-'))
  return {
    home,
    state: join(home, '.local', 'state', 'pleat'),
    async pleat(argv, { input = '', variables = {}, stdout, isStderrClosed, onStdout } = {}) {
      const start = performance.now()
      const { PATH = '', NODE_COMPILE_CACHE } = process.env
      const env = { PATH, NODE_COMPILE_CACHE, HOME: home, ...variables }
      const stdio: StdioOptions = ['pipe', stdout ?? 'pipe', 'pipe']
      const child = spawn(process.execPath, [MAIN, ...argv], { cwd: home, env, stdio })
      child.stdin!.on('error', () => undefined)
      child.stdin!.end(input)
      const printed = { stdout: '', stderr: '' }
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        printed.stdout += chunk
        onStdout?.(printed.stdout, child)
      })
      if (isStderrClosed) child.stderr!.destroy()
      child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
        printed.stderr += chunk
      })
      const [code] = (await once(child, 'close')) as [number | null]
      return { code, ...printed, ms: performance.now() - start }
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
