import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { dirname, join } from 'node:path'

const MAIN = join(import.meta.dirname, '..', 'main.ts')

export interface SpawnedOptions {
  /** The working directory. */
  readonly directory: string
  /** Added to the variables that make the start faster. */
  readonly variables?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Starts `pleat-server` as a separate process for tests. Its data directory is `data` in `directory`. */
export function spawnCommand(argv: readonly string[], { directory, variables, input = '' }: SpawnedOptions) {
  const child = spawn(process.execPath, [MAIN, ...argv], {
    cwd: directory,
    env: { ...fastStart(), PLEAT_DATA_DIR: join(directory, 'data'), ...variables },
  })
  child.stdin.end(input)
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    printed.stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    printed.stderr += chunk
  })
  return { child, printed, ended: waitForEnd(child, printed) }
}

function fastStart() {
  // `getCompileCacheDir` returns the subdirectory of this version of Node.
  const compiled = getCompileCacheDir()
  return { ...(compiled && { NODE_COMPILE_CACHE: dirname(compiled) }), PLEAT_WARM_UP: 'off' }
}

async function waitForEnd(child: ChildProcess, printed: { stdout: string; stderr: string }) {
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...printed }
}
