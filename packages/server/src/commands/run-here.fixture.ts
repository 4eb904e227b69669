import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { runCommand } from './run-command.ts'
import type { SpawnedOptions } from './spawned-command.ts'

/** The previous command. Commands run one after the other, because they share the working directory of the process. */
let running: Promise<unknown> = Promise.resolve()

/**
 * Runs `pleat-server` within the process of the test, in `directory`, without the test's own environment. It has the
 * options of `spawnCommand` and takes a hundredth of the time. It does not support commands that run until a signal.
 */
export function runHere(
  argv: readonly string[],
  { directory, variables, input = '' }: SpawnedOptions,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const ended = running.then(async () => {
    const before = process.cwd()
    process.chdir(directory)
    const printed = { stdout: '', stderr: '' }
    const streams = { stdin: Readable.from([input]), stdout: into(printed, 'stdout'), stderr: into(printed, 'stderr') }
    try {
      const code = await runCommand(argv, streams, { PLEAT_DATA_DIR: join(directory, 'data'), ...variables })
      return { code, ...printed }
    } finally {
      process.chdir(before)
    }
  })
  running = ended.catch(() => {})
  return ended
}

function into<Name extends string>(printed: Record<Name, string>, name: Name): Writable {
  return new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      printed[name] += chunk
      done()
    },
  })
}
