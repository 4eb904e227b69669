#!/usr/bin/env node
import { isTooOld, runWithNewerNode } from './commands/newer-node.ts'

const argv = process.argv.slice(2)
let failure: string | undefined

/** Reports lost output at once, because a server runs on after it has failed to print its first key. */
function noteFailure(error?: NodeJS.ErrnoException | null): void {
  if (!error || failure !== undefined) return
  failure = error.code ?? error.message
  if (isLost()) process.stderr.write(`error: the output could not be written (${failure})\n`)
}

/** A reader that goes away has read enough. Every other failure has lost output, such as a new key. */
function isLost(): boolean {
  return failure !== undefined && failure !== 'EPIPE'
}

// Without listeners, a closed pipe or a full disk would end a server, and with it the requests of its clients.
process.stdout.on('error', noteFailure)
process.stderr.on('error', () => undefined)

const exitCode = isTooOld(process.versions.node)
  ? await runWithNewerNode([import.meta.filename, ...argv])
  : // Imported here, because an older Node cannot load its modules.
    await (await import('./commands/run-command.ts')).runCommand(argv)
// A timer or socket that is still open must not keep a stopped server alive. Output to a pipe is flushed first.
process.stdout.write('', (error?: NodeJS.ErrnoException | null) => {
  noteFailure(error)
  process.stderr.write('', () => process.exit(isLost() ? exitCode || 1 : exitCode))
})
