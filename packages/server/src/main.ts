#!/usr/bin/env node
import { isTooOld, runWithNewerNode } from './commands/newer-node.ts'

const argv = process.argv.slice(2)
const exitCode = isTooOld(process.versions.node)
  ? await runWithNewerNode([import.meta.filename, ...argv])
  : // Imported here, because an older Node cannot load its modules.
    await (await import('./commands/run-command.ts')).runCommand(argv)
// A timer or socket that is still open must not keep a stopped server alive. Output to a pipe is flushed first.
process.stdout.write('', (error?: NodeJS.ErrnoException | null) => {
  // A reader that goes away has read enough. Every other failure has lost output, such as a new key.
  const code = error?.code
  const isLost = code !== undefined && code !== 'EPIPE'
  process.stderr.write(isLost ? `error: the output could not be written (${code})\n` : '', () =>
    process.exit(isLost ? exitCode || 1 : exitCode),
  )
})
