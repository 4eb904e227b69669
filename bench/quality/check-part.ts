/** One part of the gate on quality, by its name, in a process of its own: tells its parent the verdict. */
import { PARTS } from './parts.ts'

const verdict = await PARTS[process.argv[2]!]!()
process.send!(verdict)
process.disconnect()
