/** Runs the named part of the gate on quality in a child process, and sends its verdict to the parent process. */
import { PARTS } from './parts.ts'

const verdict = await PARTS[process.argv[2]!]!()
process.send!(verdict)
process.disconnect()
