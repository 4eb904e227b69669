import { sumOf } from '../../sum.ts'
import { blocksOf } from '../digest/typed/blocks.ts'
import { saidIn } from '../transcript.ts'
import { holdsRows } from './data-rows.ts'
import type { PinRule } from './pin-rule.ts'

const MEDIA: ReadonlySet<string> = new Set(['image', 'document', 'file', 'input_audio', 'container_upload'])

/** Pictures, audio and files: only the client has them, and no digest can replace them. */
export const media: PinRule = {
  moments: ['append'],
  material: 'media',
  reader:
    ({ transcript }) =>
    (index) =>
      transcript.opaqueKindsOf(index).some((kind) => MEDIA.has(kind)),
}

/** Data of which a sum or a comparison needs every row: a table in any notation, or JSON. */
export const data: PinRule = {
  moments: ['append'],
  material: 'text',
  reader({ transcript, policy }) {
    const { text, json } = policy.pins.dataCharacters
    return (index) => {
      const said = saidIn(transcript, index)
      if (said.length < text) return false
      if (holdsRows(said)) return true
      const values = blocksOf(said).filter(({ kind }) => kind === 'json')
      return values.some(({ lines }) => sumOf(lines, ({ length }) => length) >= json)
    }
  },
}
