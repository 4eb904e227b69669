import { countMessage } from './cloud/cloud.ts'
import { takeTags } from './cloud/read-ahead.ts'
import { unrecalledTokens } from './cost/request-tokens.ts'
import { wordSignsOf } from './digest/word-signs.ts'
import { pinMessages } from './pin/pin-messages.ts'
import { addMeaning } from './recall/meaning-arena.ts'
import { addTerms } from './recall/term-arena.ts'
import { isNothingButOutput } from './sight/outputs.ts'
import { showInState } from './sight/shown.ts'
import { meaningOf, type Source } from './source.ts'
import { readStructured } from './tool-data/structured-text.ts'

/** A longer answer explains something, even if it says "I". */
const MAX_PERSONAL_TOKENS = 120

/** Appends message `index` to the history. */
export function appendMessage(source: Source, index: number): void {
  const { transcript, state } = source
  const role = transcript.roleOf(index)
  const texts = transcript.piecesOf(index).map((piece) => piece.text)
  const tags = takeTags(source, index, texts)
  const tokens = transcript.tokensOf(index)
  state.keys.push(transcript.keyOf(index))
  const sent = showInState(source, index, () => unrecalledTokens(state))
  state.tokens.push(tokens)
  state.sent.push(sent)
  if (isNothingButOutput(transcript, index)) state.outputs.add(index)
  addTerms(state.terms, tags.terms)
  addTerms(state.cloud.values, tags.values)
  addMeaning(state.meanings, meaningOf(source, texts))
  state.turns.push(state.turn)
  state.roles.push(role)
  noteQuestion(source, index)
  if (role === 'system' && state.systemEnd === index) {
    state.systemEnd = state.boundary = index + 1
    state.systemTokens += tokens
    return
  }
  countMessage(state.cloud, tags)
  state.historyTokens += tokens
  pinMessages(source, 'append', { from: index, to: index + 1 })
  if (role === 'assistant') {
    state.assistantTokens += tokens
    if (tokens <= MAX_PERSONAL_TOKENS && texts.some((text) => wordSignsOf(text).isOfOneself)) state.personalAnswers++
    state.turn++
  } else if (transcript.answersOf(index).length) {
    state.toolTokens += tokens
    state.toolMessages++
    const isRecord = transcript
      .piecesOf(index)
      .some(({ kind, text }) => kind === 'result' && readStructured(text) !== undefined)
    if (isRecord) state.recordTokens += tokens
  }
}

function noteQuestion({ transcript, state }: Source, index: number): void {
  if (transcript.hasThinking(index)) state.hasThought = true
  else if (state.roles[index] === 'user' && !transcript.answersOf(index).length) {
    state.question = index
    state.questions++
    state.hasThought = false
  }
}
