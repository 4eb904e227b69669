#!/usr/bin/env node
import { isTooOld, runWithNewerNode } from './commands/newer-node.ts'

const argv = process.argv.slice(2)
const exitCode = isTooOld(process.versions.node)
  ? await runWithNewerNode([import.meta.filename, ...argv])
  : // Loaded here, since an older Node cannot read what it imports.
    await (await import('./commands/run-command.ts')).runCommand(argv)
// A timer or socket that is still open must not keep a stopped server alive. Output to a pipe is flushed first.
process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)))
