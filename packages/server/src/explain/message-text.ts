import type { Edit, transcriptOf } from '@pleat/core'

type Transcript = ReturnType<typeof transcriptOf>

/**
 * A message as text for display, after `edits`. It contains the text, tool calls as `-> name arguments`, tool results after
 * `<-`, and the kind of other content in brackets.
 */
export function messageText(transcript: Transcript, index: number, edits: readonly Edit[] = []): string {
  const lines: string[] = []
  const dropped = edits.filter(({ kind }) => kind === 'drop').length
  for (let count = transcript.thinkingOf(index).length - dropped; count > 0; count--) lines.push('[thinking]')
  for (const { kind, name, text, part, leaf } of transcript.piecesOf(index)) {
    const edit = edits.find((edit) => edit.kind === 'shorten' && edit.part === part && edit.leaf === leaf)
    const shown = edit?.kind === 'shorten' ? edit.text : text
    if (kind === 'call') lines.push(`-> ${name ?? ''} ${shown}`)
    else lines.push(kind === 'result' ? `<- ${shown}` : shown)
  }
  for (const kind of transcript.opaqueKindsOf(index)) lines.push(`[${kind}]`)
  return lines.join('\n')
}
