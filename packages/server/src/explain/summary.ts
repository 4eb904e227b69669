import { formatCount, formatTable, percentSaved } from '../commands/output.ts'
import type { ExplainedMessage, Explanation } from './explanation.ts'

/** Tokens of a part of a request, before and after the fold. All parts together are the request. */
export interface PartTokens {
  readonly part: string
  readonly messages: number
  readonly original: number
  readonly sent: number
}

/** The parts of a request with tokens, in the order of the request. */
export function partsOf({ messages, added, pinnedTokens }: Explanation): readonly PartTokens[] {
  const digests = added.filter(({ kind }) => kind === 'digest')
  const recalls = added.filter(({ kind }) => kind === 'recall')
  const pinned = partOf('instructions and tools', withFate(messages, 'pinned'))
  const folded = partOf(`folded into ${counted(digests.length, 'digest')}`, withFate(messages, 'folded'))
  const parts = [
    { ...pinned, original: pinned.original + pinnedTokens, sent: pinned.sent + pinnedTokens },
    { ...folded, sent: sum(digests, 'tokens') },
    partOf('instructions moved behind the fold', withFate(messages, 'carried')),
    { part: counted(recalls.length, 'recall'), messages: 0, original: 0, sent: sum(recalls, 'tokens') },
    partOf('shortened', withFate(messages, 'shortened')),
    partOf('unchanged', withFate(messages, 'kept')),
  ]
  return parts.filter(({ original, sent }) => original > 0 || sent > 0)
}

/** The parts as a table, and the total savings. */
export function describeSummary(explanation: Explanation): string {
  const { originalTokens: original, sentTokens: sent } = explanation
  const rows = partsOf(explanation).map(({ part, messages, original, sent }) => [part, messages, original, sent])
  const total = ['total', explanation.messages.length, original, sent]
  const saved = original - sent
  return [
    formatTable(['PART', 'MESSAGES', 'TOKENS', 'SENT'], [...rows, total]),
    '',
    `Saved ${formatCount(saved)} of ${formatCount(original)} input tokens (${percentSaved(original, saved)} %).`,
  ].join('\n')
}

function withFate(messages: readonly ExplainedMessage[], fate: ExplainedMessage['fate']): readonly ExplainedMessage[] {
  return messages.filter((message) => message.fate === fate)
}

function partOf(part: string, messages: readonly ExplainedMessage[]): PartTokens {
  return { part, messages: messages.length, original: sum(messages, 'tokens'), sent: sum(messages, 'sentTokens') }
}

function sum<Name extends string>(list: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return list.reduce((total, each) => total + each[name], 0)
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
