import type { Edit } from '../edits.ts'
import { carriedTo, isPinned } from './pin/pins.ts'
import type { Shortened } from './sight/first-sight.ts'
import type { Digest, FoldState, Recall } from './state.ts'
import type { Transcript } from './transcript.ts'

/** Converts all decisions to edits of this request: folds, moves, recalls, shortened texts and dropped thinking. */
export function editsOf(
  transcript: Transcript,
  state: FoldState,
  newest: { readonly recall: Recall | undefined; readonly shortened: ReadonlyMap<number, readonly Shortened[]> },
): Edit[] {
  const { recall } = newest
  const edits: Edit[] = []
  let from = state.systemEnd
  for (const digest of state.digests) {
    pushFold(edits, { transcript, state }, { from, digest })
    from = digest.to
  }
  const before = carriedTo(transcript, state)
  for (const message of state.carried.values()) edits.push({ kind: 'move', message, before })
  for (const { before, text } of recall ? [...state.recalls, recall] : state.recalls)
    edits.push({ kind: 'recall', before, text })
  for (const [message, leaves] of [...state.shortened, ...newest.shortened]) {
    for (const leaf of leaves) edits.push({ kind: 'shorten', message, ...leaf })
  }
  if (transcript.bindsThinking) {
    for (const [message, parts] of state.dropped) {
      if (message < state.boundary && !transcript.isKept(message)) continue
      for (const part of parts) edits.push({ kind: 'drop', message, part })
    }
  }
  return edits
}

/** A fold may leave messages within its range in place. Its digest then has the position of its first folded message. */
function pushFold(
  edits: Edit[],
  { transcript, state }: { transcript: Transcript; state: FoldState },
  { from, digest }: { from: number; digest: Digest },
): void {
  let digests = digest.text ? [digest] : []
  let start = from
  for (let i = from; i <= digest.to; i++) {
    if (i < digest.to && !isPinned(transcript, state, i)) continue
    if (i > start) {
      edits.push({ kind: 'fold', from: start, to: i, digests })
      digests = []
    }
    start = i + 1
  }
}
