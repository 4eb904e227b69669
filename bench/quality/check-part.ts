/** Runs one part of the gate on quality, by its name, in a process of its own, and sends the verdict to the parent process. */
import { PARTS } from './parts.ts'

const verdict = await PARTS[process.argv[2]!]!()
process.send!(verdict)
process.disconnect()
