import { type DigestCounts, digestCounts } from '../../digest-counts.ts'
import { type Codec, flag, listOf, mapOf, number, oneOf, optional, recordOf, role, setOf } from '../snapshot/codec.ts'
import type { OwnedText } from '../snapshot/text-writer.ts'
import { figuresKnownOf, keepFigures, WRITTEN_FIGURES } from './digest-figures.ts'
import type { Digest, DigestState, LedgerTerms, RecentDigest } from './digest-state.ts'
import type { HeldTerms } from './held.ts'
import type { LedgerItem } from './ledger-items.ts'
import type { Priced } from './ledger-price.ts'

const ENCODINGS = ['o200k', 'cl100k']

const figuresOfDigest = optional(WRITTEN_FIGURES)
const countsOfDigest = optional(
  recordOf<DigestCounts>({ encoding: oneOf<string>(ENCODINGS), ending: optional(number), goingOn: optional(number) }),
)

const digest: Codec<Digest> = {
  write(to, value) {
    number.write(to, value.to)
    number.write(to, value.tokens)
    figuresOfDigest.write(to, figuresKnownOf(value))
    countsOfDigest.write(to, digestCounts.get(value))
    to.texts.write(to.bytes, textOfDigest(value))
  },
  read(from) {
    const [to, tokens] = [number.read(from), number.read(from)]
    const [figures, counts] = [figuresOfDigest.read(from), countsOfDigest.read(from)]
    const read = from.texts.owned(from.bytes, (text) => ({ text, to, tokens }))
    if (figures) keepFigures(read, figures)
    if (counts) digestCounts.set(read, counts)
    return read
  },
}

const figures = recordOf<Omit<LedgerItem, 'text' | 'name' | 'owner' | 'isRetraction'>>({
  message: number,
  order: number,
  speaker: role,
  isRule: flag,
  weight: number,
  isSaid: flag,
  isLine: flag,
  record: number,
  field: optional(number),
})
const length = optional(number)

const item: Codec<LedgerItem> = {
  write(to, value) {
    figures.write(to, value)
    number.write(to, value.text.length)
    length.write(to, value.name?.length)
    length.write(to, value.owner?.length)
    to.texts.write(to.bytes, textOfItem(value))
  },
  read(from) {
    const value = figures.read(from)
    const end = number.read(from)
    const [ofName, ofOwner] = [length.read(from), length.read(from)]
    const nameEnd = end + (ofName ?? 0)
    return from.texts.owned(from.bytes, (all) => ({
      ...value,
      text: all.slice(0, end),
      name: ofName === undefined ? undefined : all.slice(end, nameEnd),
      owner: ofOwner === undefined ? undefined : all.slice(nameEnd),
    }))
  },
}

const ledgerTerms = recordOf<LedgerTerms>({ user: listOf(number), others: listOf(number) })

const pair: Codec<readonly [number, number]> = {
  write(to, [id, value]) {
    number.write(to, id)
    number.write(to, value)
  },
  read: (from) => [number.read(from), number.read(from)],
}

/** The digests, and the text that waits for the next one. Texts are written as positions in the messages. */
export const DIGESTS = recordOf<DigestState>({
  digests: listOf(digest),
  digestTokens: number,
  backlog: listOf(number),
  recentDigests: listOf(
    recordOf<RecentDigest>({ from: number, span: number, listed: listOf(pair), held: ledgerTerms }),
  ),
  whole: setOf(number),
  held: recordOf<HeldTerms>({ all: mapOf(number, number), byUser: mapOf(number, number) }),
  listed: mapOf(number, number),
  waiting: listOf(recordOf<Priced>({ item, tokens: number, value: number })),
})

/** The texts of the digests and of the waiting items, which are prepared before the snapshot is written. */
export function textsOfDigests({ digests, waiting }: DigestState): OwnedText[] {
  return [...digests.map(textOfDigest), ...waiting.map((priced) => textOfItem(priced.item))]
}

function textOfDigest(owner: Digest): OwnedText {
  return { owner, text: owner.text, near: [], isRecord: true }
}

function textOfItem(owner: LedgerItem): OwnedText {
  const { text, name = '', owner: of = '', message } = owner
  return { owner, text: text + name + of, near: [message], isRecord: false }
}
