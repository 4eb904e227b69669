import type { Edit } from '../edits.ts'
import type { FoldState, Recall } from './state.ts'
import type { Transcript } from './transcript.ts'

/** What was decided, as edits of this request: every fold so far, the frozen recalls, the newest one, lost thinking. */
export function editsOf(transcript: Transcript, state: FoldState, recall: Recall | undefined): Edit[] {
  const edits: Edit[] = []
  let from = state.lead
  for (const digest of state.digests) {
    pushFold(edits, transcript, { from, to: digest.to, text: digest.text })
    from = digest.to
  }
  for (const { before, text } of recall ? [...state.recalls, recall] : state.recalls)
    edits.push({ kind: 'recall', before, text })
  if (transcript.bindsThinking) {
    for (const [message, parts] of state.dropped) {
      if (message >= state.boundary) for (const part of parts) edits.push({ kind: 'drop', message, part })
    }
  }
  return edits
}

/** One fold may leave instructions standing in its midst: then its digest stands where its first folded message stood. */
function pushFold(edits: Edit[], transcript: Transcript, fold: { from: number; to: number; text: string }): void {
  let digests = [fold.text]
  let start = fold.from
  for (let i = fold.from; i <= fold.to; i++) {
    if (i < fold.to && !transcript.isKept(i)) continue
    if (i > start) {
      edits.push({ kind: 'fold', from: start, to: i, digests })
      digests = []
    }
    start = i + 1
  }
}
