/** Times one shape at one size: `node bench/attacks/core-shape.ts NAME SIZE`. Prints one line of JSON per step. */
import { loadStaticVectors } from '../../packages/server/src/adapters/static-vectors-file.ts'
import { driveCore } from './drive-core.ts'
import { SHAPES } from './shapes.ts'

const [name = '', size = ''] = process.argv.slice(2)
const messages = SHAPES[name]!(Number(size))
const vectors = loadStaticVectors()
for (const stage of driveCore(messages, vectors)) {
  const peakMb = process.resourceUsage().maxRSS / 1024
  process.stdout.write(`${JSON.stringify({ ...stage, peakMb })}\n`)
}
