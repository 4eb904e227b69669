/** A child process of `check:quality`: runs the named part and sends its verdict to the parent process. */
import { PARTS } from './parts.ts'

const verdict = await PARTS[process.argv[2]!]!()
process.send!(verdict)
process.disconnect()
