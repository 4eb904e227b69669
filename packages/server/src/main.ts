#!/usr/bin/env node
import { runCommand } from './commands/run-command.ts'

const exitCode = await runCommand(process.argv.slice(2))
// Something that still holds the event loop must not keep a stopped server alive; output to a pipe is flushed first.
process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)))
