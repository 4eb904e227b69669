import { type Codec, flag, int32s, listOf, number, optional, recordOf, setOf } from '../snapshot/codec.ts'
import type { OwnedText } from '../snapshot/text-writer.ts'
import type { Shortened } from './first-sight.ts'
import type { InSight } from './in-sight.ts'
import type { SightState } from './sight-state.ts'

const shortened: Codec<SightState['shortened']> = {
  write(to, entries) {
    to.bytes.count(entries.size)
    for (const [message, leaves] of entries) {
      to.bytes.count(message)
      to.bytes.count(leaves.length)
      for (const leaf of leaves) {
        place.write(to, leaf)
        flag.write(to, leaf.isReferring)
        to.texts.write(to.bytes, textOfLeaf(message, leaf))
      }
    }
  },
  read(from) {
    const entries = new Map<number, readonly Shortened[]>()
    for (let left = from.bytes.length(); left > 0; left--) {
      const message = from.bytes.count()
      const leaves: Shortened[] = []
      for (let more = from.bytes.length(); more > 0; more--) {
        const at = place.read(from)
        const isReferring = flag.read(from)
        leaves.push(from.texts.owned(from.bytes, (text) => ({ ...at, text, isReferring })))
      }
      entries.set(message, leaves)
    }
    return entries
  },
}

const place = recordOf<Pick<Shortened, 'part' | 'leaf'>>({ part: number, leaf: number })

const figures = recordOf<Omit<InSight, 'callId' | 'argument'>>({
  message: number,
  part: number,
  leaf: number,
  isNumbered: flag,
  labels: int32s,
  hashes: int32s,
})
const length = optional(number)

const seen: Codec<InSight> = {
  write(to, value) {
    figures.write(to, value)
    length.write(to, value.callId?.length)
    flag.write(to, value.argument !== undefined)
    to.texts.write(to.bytes, textOfName(value))
  },
  read(from) {
    const value = figures.read(from)
    const ofCall = length.read(from)
    const hasArgument = flag.read(from)
    return from.texts.owned(from.bytes, (all): InSight => {
      const callId = ofCall === undefined ? undefined : all.slice(0, ofCall)
      return { ...value, callId, ...(hasArgument && { argument: all.slice(ofCall ?? 0) }) }
    })
  },
}

export const SIGHT = recordOf<SightState>({
  shortened,
  inSight: listOf(seen),
  outputs: setOf(number),
  placeholders: setOf(number),
})

/** The texts of the shortened output, which are prepared before the snapshot is written. */
export function textsOfSight({ shortened, inSight }: SightState): OwnedText[] {
  const leaves = [...shortened].flatMap(([message, each]) => each.map((leaf) => textOfLeaf(message, leaf)))
  return [...leaves, ...inSight.map(textOfName)]
}

function textOfLeaf(message: number, owner: Shortened): OwnedText {
  return { owner, text: owner.text, near: [message], isRecord: false }
}

/** The id of the call and the name of the argument. */
function textOfName(owner: InSight): OwnedText {
  const { callId = '', argument = '', message } = owner
  return { owner, text: callId + argument, near: [message], isRecord: false }
}
