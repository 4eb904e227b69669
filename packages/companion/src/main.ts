#!/usr/bin/env node
import { isMainThread } from 'node:worker_threads'

const entry = import.meta.filename
const argv = process.argv.slice(2)
// An agent waits for a hook, so the command line parser is not loaded for it.
if (argv[0] === 'hook' && !argv.includes('--help') && !argv.includes('-h')) {
  const { runHook, workOnHook } = await import('./hooks/run-hook.ts')
  if (isMainThread) await runHook(argv.slice(1), entry)
  else await workOnHook()
} else {
  const { runCommand } = await import('./commands/run-command.ts')
  let failure: string | undefined
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    failure ??= code
  })
  // Without a listener, a write to a closed standard error would end a run and leave its tool running.
  process.stderr.on('error', () => undefined)
  const exitCode = await runCommand(argv, entry)
  process.stdout.write('', (error?: NodeJS.ErrnoException | null) => {
    failure ??= error?.code
    // EPIPE is no failure: the reader has closed the pipe. Every other error has lost output.
    const isLost = failure !== undefined && failure !== 'EPIPE'
    process.stderr.write(isLost ? `error: the output could not be written (${failure})\n` : '', () =>
      process.exit(isLost ? exitCode || 1 : exitCode),
    )
  })
}
