import { type DigestCounts, digestCounts } from '../digest-counts.ts'
import type { DigestText, Edit, FoldEdit } from '../edits.ts'
import type { TokenProfile } from './model-tokens.ts'
import type { PartCounter } from './request-tokens.ts'

/** A digest as it is sent in the request. */
export interface CountedDigest {
  readonly edit: FoldEdit
  readonly text: string
  /** Raw tokens, including the line break before the next digest. The first one in a message includes its frame. */
  readonly tokens: number
}

/**
 * Counts the digests of a request with their contribution to it. Every digest begins with a character that no token
 * joins to the line break before it, so the tokens of the digests add up to those of the whole message.
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

function textTokens(digest: DigestText, goesOn: boolean, counter: PartCounter): number {
  const { encoding } = counter
  const known = digestCounts.get(digest)
  const counts: DigestCounts = known?.encoding === encoding ? known : { encoding }
  digestCounts.set(digest, counts)
  if (goesOn) counts.goingOn ??= counter.countText(`${digest.text}\n`)
  else counts.ending ??= counter.countText(digest.text)
  return (goesOn ? counts.goingOn : counts.ending)!
}

/** True if a digest of a later fold is adjacent to those of fold `place`. */
function isContinued(folds: readonly FoldEdit[], place: number): boolean {
  for (let next = place + 1; folds[next]?.from === folds[next - 1]!.to; next++) {
    if (folds[next]!.digests.length > 0) return true
  }
  return false
}
