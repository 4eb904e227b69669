import { fragmentsOf } from '../../words/fragments.ts'
import { telegraphic } from '../../words/wording.ts'
import { hasLineNumbers, readToolText, withoutLineNumber } from '../tool-text.ts'
import type { Piece, Transcript } from '../transcript.ts'
import { argumentWeight, looksLikeCode, outputWeight } from './ledger-lines.ts'
import { isIdentifier, ledgerValues } from './ledger-values.ts'
import { tellingLines } from './typed/telling-lines.ts'

/** One thing a ledger may list: an exact value, a line, or a worded sentence. */
export interface LedgerItem {
  readonly message: number
  readonly order: number
  readonly text: string
  /** How likely it is needed again, per token. */
  readonly weight: number
  /** A line stands on a line of its own with its indentation; a value or a sentence stands beside its neighbours. */
  readonly isLine: boolean
  /** Values of one record stand together. */
  readonly record: number
}

/** How much a ledger may list of one message, and the name of the tool where there is one. */
export interface LedgerSource {
  readonly items: readonly LedgerItem[]
  readonly label: string
}

const USER_WEIGHT = 2
const ASSISTANT_WEIGHT = 0.2
const TELLING_WEIGHT = 1.5
/** Of what was corrected, or corrects. */
const REPLACED_WEIGHT = 6

type Draft = Omit<LedgerItem, 'message' | 'order'>

/** Everything in message `index` that a ledger may list. */
export function ledgerItems(
  transcript: Transcript,
  index: number,
  marksOf: (fragment: number) => string,
): LedgerSource {
  const drafts: Draft[] = []
  const labels: string[] = []
  let said = 0
  const nextMarks = (): string => marksOf(said++)
  for (const piece of transcript.piecesOf(index)) {
    if (piece.kind === 'call') labels.push(piece.name ?? '')
    drafts.push(...draftsOf(piece, transcript.roleOf(index) === 'user', nextMarks))
  }
  const items = drafts.map((draft, order) => ({ ...draft, message: index, order }))
  return { items, label: labels.filter(Boolean).join(' ') }
}

function draftsOf(piece: Piece, isUser: boolean, nextMarks: () => string): Draft[] {
  if (piece.kind === 'said')
    return fragmentsOf(piece.text)
      .map(({ text }) => sentence(text, isUser, nextMarks()))
      .filter((draft) => draft.text)
  const read = readToolText(piece.text)
  if (piece.kind === 'call' && read.kind === 'json' && isPlainObject(read.value)) return argumentDrafts(read.value)
  if (read.kind === 'json') return ledgerValues(read.value).map((value) => ({ ...value, isLine: false }))
  return lineDrafts(read.lines)
}

function sentence(text: string, isUser: boolean, marks: string): Draft {
  const isTelling = text.split(/[\s,;:"'`()[\]]+/).some((word) => isIdentifier(word.replace(/[.!?]+$/, '')))
  const weight = marks ? REPLACED_WEIGHT : isUser ? USER_WEIGHT : isTelling ? TELLING_WEIGHT : ASSISTANT_WEIGHT
  return { text: telegraphic(text) + marks, weight, isLine: false, record: 0 }
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function argumentDrafts(value: Record<string, unknown>): Draft[] {
  const drafts: Draft[] = []
  for (const [key, argument] of Object.entries(value)) {
    if (typeof argument !== 'string') {
      if (typeof argument === 'object')
        drafts.push(...ledgerValues(argument).map((item) => ({ ...item, isLine: false })))
      else drafts.push({ text: `${key}=${String(argument)}`, weight: 0.5, isLine: false, record: 0 })
      continue
    }
    const lines = argument.split('\n')
    for (const line of lines) {
      if (!line.trim()) continue
      drafts.push({
        text: line.trimEnd(),
        weight: argumentWeight(key, line, lines.length > 1),
        isLine: true,
        record: 0,
      })
    }
  }
  return drafts
}

function lineDrafts(lines: readonly string[]): Draft[] {
  const isFile = hasLineNumbers(lines)
  const bare = isFile ? lines.map(withoutLineNumber) : lines
  const isCode = isFile && looksLikeCode(bare)
  const tell = isFile ? () => undefined : tellingLines(bare)
  return bare
    .filter((line) => line.trim())
    .map((line) => ({ text: line.trimEnd(), weight: outputWeight(line, isCode, tell(line)), isLine: true, record: 0 }))
}
