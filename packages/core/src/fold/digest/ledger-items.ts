import type { Role } from '../../conversation.ts'
import { type Fields, isFields } from '../../json.ts'
import type { Language } from '../../lexicon/languages.ts'
import { fragmentsOf } from '../../text/fragments.ts'
import { QUESTION_END } from '../../text/question-sign.ts'
import { quotedFragmentsOf } from '../../text/quoted-fragments.ts'
import { holdsRule } from '../../text/rules.ts'
import { languageAt } from '../language-at.ts'
import { afterLeadIn } from '../lead-ins.ts'
import { isNothingButOutput } from '../sight/outputs.ts'
import { callOf } from '../tool-data/call-of.ts'
import { identifiersIn, isIdentifier, shortList, withKey } from '../tool-data/key-value.ts'
import { ownerOf } from '../tool-data/owner.ts'
import { readStructured } from '../tool-data/structured-text.ts'
import { hasLineNumbers, numberedLine, readJson, readToolText } from '../tool-text.ts'
import { type Piece, speakerOf, type Transcript } from '../transcript.ts'
import { argumentWeight, looksLikeCode, NEEDED_ALONE, outputWeight } from './ledger-lines.ts'
import { fieldHash, ledgerValues } from './ledger-values.ts'
import { protection } from './salience.ts'
import { readStatement } from './statement.ts'
import { salientLines } from './typed/salient-lines.ts'

/** One item that a ledger may list: an exact value, a line, or a worded sentence. */
export interface LedgerItem {
  readonly message: number
  readonly order: number
  /** The role of the speaker, and the name if there are several speakers of that role. */
  readonly speaker: Role
  readonly name?: string | undefined
  readonly text: string
  /** True if the item is a rule of the user for later answers. */
  readonly isRule: boolean
  /** Likelihood that it is needed again, per token of a line or value of a dozen tokens. */
  readonly weight: number
  /** True for a sentence of a speaker in fewer words. All other items are listed letter for letter. */
  readonly isSaid: boolean
  /** True if the assistant takes back here what it said. Such a sentence never waits, so that no snapshot contains it. */
  readonly isRetraction?: boolean
  /** True for an item that takes a whole line and keeps its indentation. Values and sentences share a line. */
  readonly isLine: boolean
  /**
   * The name of the record that a value belongs to, and the record's number within the message. Values of one record are listed
   * together after its name.
   */
  readonly owner?: string | undefined
  readonly record: number
  /** Hash of its owner and key. A later value with the same hash replaces it. */
  readonly field?: number | undefined
}

/** The items of one message, and the name of its tool if there is one. */
export interface LedgerSource {
  readonly items: readonly LedgerItem[]
  readonly label: string
}

/** Weights of a user message. It begins with the request. Text after the first characters is mostly pasted. */
const USER_WEIGHT = 2
const FIRST_CHARACTERS = 600
const LATER_USER_WEIGHT = 1
/** Weight of sentences that bind later answers: "never", "only if", "we decided". */
const BINDING_WEIGHT = 4
/** Weights of an assistant's sentence: beside calls or in a coding session, or with an identifier. */
const ASSISTANT_WEIGHT = 0.2
const IDENTIFIER_WEIGHT = 1.5
/**
 * Weights of a sentence that answers the user in a dialogue, without and with a figure. It says what tools returned in
 * fewer words. If it weighs as much as other sentences of the assistant, signatures of mails displace it (ADR 080).
 */
const ANSWER_WEIGHTS = { plain: 1, figure: 3 }
const FIGURE = /\p{Nd}/u
/** Weight of sentences that change an earlier statement. */
const CHANGE_WEIGHT = 4
/** Weight of a figure or switch in a tool call. Later calls repeat limits and similar arguments. */
const SETTING_WEIGHT = 2

/** A line of brackets, dashes or other signs alone says nothing. */
const SAYS_SOMETHING = /[\p{L}\p{N}]/u

type Draft = Omit<LedgerItem, 'message' | 'order' | 'speaker' | 'name'>

const EXACT = { isSaid: false, isRule: false, record: 0 }

/**
 * All items of message `index` that a ledger may list. With `isOfRecords`, tables and lines of `key: value` are read as
 * records, and answers count as statements. In coding sessions lines are needed again letter for letter.
 */
export function ledgerItems(transcript: Transcript, index: number, isOfRecords: boolean): LedgerSource {
  const items: LedgerItem[] = []
  const labels: string[] = []
  // Each piece numbers its records from 1, and one message may contain several results.
  let records = 0
  const isAnswer = isOfRecords && !transcript.piecesOf(index).some(({ kind }) => kind === 'call')
  // Orders in the output of a terminal are not the user's.
  const mayRule = !isNothingButOutput(transcript, index)
  for (const piece of transcript.piecesOf(index)) {
    const speaker = speakerOf(transcript, index, piece)
    const name = speaker === 'tool' ? undefined : transcript.nameOf(index)
    const call = piece.kind === 'call' ? shortCall(piece) : undefined
    if (piece.kind === 'call' && !call) labels.push(piece.name ?? '')
    const echoed = piece.kind === 'result' ? callValues(transcript, index, piece.callId) : undefined
    const by = { isUser: speaker === 'user', isAnswer, isOfRecords, language: languageAt(transcript, index) }
    const before = records
    for (const draft of call ? [call] : draftsOf(piece, by)) {
      if (echoed?.has(draft.text)) continue
      const record = draft.record && before + draft.record
      records = Math.max(records, record)
      const isRule = mayRule && draft.isRule
      items.push({ ...draft, isRule, record, message: index, order: items.length, speaker, name })
    }
  }
  return { items, label: labels.filter(Boolean).join(' ') }
}

/** The speaker of a text, the language of the conversation, and how tool output is read. */
interface Said {
  readonly isUser: boolean
  readonly isAnswer: boolean
  readonly isOfRecords: boolean
  readonly language: Language | undefined
}

function draftsOf(piece: Piece, by: Said): Draft[] {
  if (piece.kind === 'said') return saidDrafts(piece.text, by)
  const value = by.isOfRecords ? readStructured(piece.text) : readJson(piece.text)
  if (value === undefined) return lineDrafts(piece.text.split('\n'))
  return piece.kind === 'call' && isFields(value) ? argumentDrafts(value) : valueDrafts(value)
}

function saidDrafts(said: string, { isUser, isAnswer, language }: Said): Draft[] {
  const drafts: Draft[] = []
  const marks = isUser ? quotedFragmentsOf(said, language) : undefined
  let before = 0
  for (const { text } of fragmentsOf(said, language)) {
    const statement = readStatement(text, language)
    const usual = isUser ? userWeight(text, before, language) : assistantWeight(text, isAnswer)
    const weight = isUser && statement.isCorrection ? Math.max(CHANGE_WEIGHT, usual) : usual
    // Orders within a quotation are somebody else's.
    const mark = marks?.get(text)
    const item = { isRule: isUser && !mark && holdsRule(text, language), isSaid: true, isLine: false, record: 0 }
    const retracts = statement.isRetraction && !isUser && { isRetraction: true }
    const worded = mark ? afterLeadIn(mark, statement.text) : statement.text
    if (statement.text) drafts.push({ ...item, text: worded, weight, ...retracts })
    before += text.length
  }
  return drafts
}

function userWeight(text: string, charactersBefore: number, language: Language | undefined): number {
  if (charactersBefore <= FIRST_CHARACTERS && protection(text, language) > 0) return BINDING_WEIGHT
  return charactersBefore > FIRST_CHARACTERS ? LATER_USER_WEIGHT : USER_WEIGHT
}

function assistantWeight(text: string, isAnswer: boolean): number {
  const isStatement = isAnswer && !QUESTION_END.test(text.trim())
  if (isStatement && FIGURE.test(text)) return ANSWER_WEIGHTS.figure
  if (identifiersIn(text).length) return IDENTIFIER_WEIGHT
  return isStatement ? ANSWER_WEIGHTS.plain : ASSISTANT_WEIGHT
}

function valueDrafts(value: unknown): Draft[] {
  return ledgerValues(value).map((item) => ({ ...EXACT, ...item, isLine: false }))
}

/** A call up to this length is kept or omitted as a whole: "closed=true" alone has no subject. */
const LONGEST_CALL = 120

function shortCall({ name, text }: Piece): Draft | undefined {
  const read = readToolText(text)
  if (!name || read.kind !== 'json' || !isFields(read.value)) return undefined
  const entries = Object.entries(read.value)
  const parts: string[] = []
  for (const [key, value] of entries) {
    const argument = scalarText(value)
    if (argument === undefined || standsAlone(key, argument)) return undefined
    parts.push(entries.length > 1 ? withKey(key, argument) : argument)
  }
  const call = [name, ...parts].join(' ')
  if (call.length > LONGEST_CALL) return undefined
  const weight = argumentWeight('', call, false)
  return { ...EXACT, text: call, weight, isLine: true, field: settingIn(name, read.value) }
}

/** Three words or more: a note, which later ones do not replace. */
const NOTE = /\S\s\S+\s\S/
/**
 * Hash of the setting that a call changes: its tool, thing and key. Undefined if the call names no identifier, or if
 * the value is not a figure or a short code: names and notes may be added to earlier ones.
 */
function settingIn(tool: string, call: Fields): number | undefined {
  const owner = ownerOf(call)
  if (!owner || !isIdentifier(owner.value)) return undefined
  const [set, ...others] = Object.entries(call).filter(([key]) => !owner.keys.includes(key))
  const value = String(set?.[1])
  if (!set || others.length || !FIGURE.test(value) || NOTE.test(value) || isIdentifier(value)) return undefined
  return fieldHash([tool, owner.name, set[0]])
}

/** The values of a tool call's arguments, which its result may repeat. */
function callValues(
  transcript: Transcript,
  result: number,
  callId: string | undefined,
): ReadonlySet<string> | undefined {
  const call = callOf(transcript, result, callId)
  if (!call || !shortCall(call)) return undefined
  const read = readToolText(call.text)
  return read.kind === 'json' ? new Set(ledgerValues(read.value).map(({ text }) => text)) : undefined
}

/** True for paths, commands and patterns: they are needed again on their own, without the other arguments. */
function standsAlone(key: string, argument: string): boolean {
  return argument.includes('/') || NEEDED_ALONE.test(key)
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'object') return Array.isArray(value) ? shortList(value) : undefined
  const text = String(value)
  return text.includes('\n') ? undefined : text
}

function argumentDrafts(value: Fields): Draft[] {
  const drafts: Draft[] = []
  for (const [key, argument] of Object.entries(value)) {
    if (typeof argument !== 'string') {
      if (typeof argument === 'object') for (const draft of valueDrafts(argument)) drafts.push(draft)
      else drafts.push({ ...EXACT, text: `${key}=${String(argument)}`, weight: SETTING_WEIGHT, isLine: false })
      continue
    }
    const lines = argument.split('\n')
    for (const line of lines) {
      if (!SAYS_SOMETHING.test(line)) continue
      const text = lines.length > 1 || standsAlone(key, line) ? line.trimEnd() : withKey(key, line.trimEnd())
      drafts.push({ ...EXACT, text, weight: argumentWeight(key, line, lines.length > 1), isLine: true })
    }
  }
  return drafts
}

function lineDrafts(lines: readonly string[]): Draft[] {
  const isFile = hasLineNumbers(lines)
  const bare = isFile ? lines.map((line) => numberedLine(line)?.text ?? line) : lines
  const isCode = isFile && looksLikeCode(bare)
  const roleOf = isFile ? () => undefined : salientLines(bare)
  return bare
    .filter((line) => SAYS_SOMETHING.test(line))
    .map((line) => ({ ...EXACT, text: line.trimEnd(), weight: outputWeight(line, isCode, roleOf(line)), isLine: true }))
}
