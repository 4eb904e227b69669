import type { DigestText, Edit, FoldEdit } from '../edits.ts'
import type { EncodingName } from './encoding.ts'
import type { TokenProfile } from './model-tokens.ts'
import type { PartCounter } from './request-tokens.ts'

/** A digest as it stands in the request. */
export interface CountedDigest {
  readonly edit: FoldEdit
  readonly text: string
  /** Raw tokens, with the line break before the next one; the first of those that are one message bears its frame. */
  readonly tokens: number
}

/**
 * The digests of a request with what each adds to it. Every digest begins with a sign that no token of text before it
 * takes in behind a line break, so that their tokens add up to those of the whole message.
 */
export function countDigests(
  edits: readonly Edit[],
  { profile, counter }: { readonly profile: TokenProfile; readonly counter: PartCounter },
): CountedDigest[] {
  const folds = edits.filter((edit) => edit.kind === 'fold').sort((one, other) => one.from - other.from)
  const digests: CountedDigest[] = []
  let isOpen = false
  for (const [place, edit] of folds.entries()) {
    if (folds[place - 1]?.to !== edit.from) isOpen = false
    for (const [number, digest] of edit.digests.entries()) {
      const goesOn = number + 1 < edit.digests.length || isContinued(folds, place)
      const tokens = (isOpen ? 0 : profile.perMessage + profile.perRole) + textTokens(digest, goesOn, counter)
      digests.push({ edit, text: digest.text, tokens })
      isOpen = true
    }
  }
  return digests
}

interface Counts {
  readonly encoding: EncodingName
  /** Tokens of the text at the end of its message, and with a line break behind it. */
  ending?: number
  goingOn?: number
}

/** Digests stay as they are for the life of a conversation: to find their counts by a hash of all of them took longer than all else here. */
const known = new WeakMap<DigestText, Counts>()

function textTokens(digest: DigestText, goesOn: boolean, counter: PartCounter): number {
  let counts = known.get(digest)
  if (counts?.encoding !== counter.encoding) {
    counts = { encoding: counter.encoding }
    known.set(digest, counts)
  }
  if (goesOn) counts.goingOn ??= counter.countText(`${digest.text}\n`)
  else counts.ending ??= counter.countText(digest.text)
  return (goesOn ? counts.goingOn : counts.ending)!
}

/** Whether a digest of a later fold stands side by side with those of fold `place`. */
function isContinued(folds: readonly FoldEdit[], place: number): boolean {
  for (let next = place + 1; folds[next]?.from === folds[next - 1]!.to; next++) {
    if (folds[next]!.digests.length > 0) return true
  }
  return false
}
