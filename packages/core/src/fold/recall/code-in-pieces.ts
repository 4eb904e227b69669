import { fragmentsOf } from '../../words/fragments.ts'
import type { Source } from '../source.ts'
import { saidIn } from '../transcript.ts'
import { words } from '../word-lists.ts'
import { CODE_FENCE } from '../work-in-hand.ts'
import type { Asked } from './asked.ts'
import { isEdit } from './edit-words.ts'
import type { Given } from './leaning.ts'
import { LINE_TOKENS } from './recall.ts'

/** Messages before the newest in which the pieces may be, and most that comes back of them, in tokens. */
const REACH = 40
const MOST_TOKENS = 800
/** Who writes more brings what it is about. */
const MOST_CHARACTERS = 200

/** What somebody says whose program does not run. */
const FAILURE = words(
  "\\p{L}*(?:Error|Exception)|errors?|exceptions?|traceback|crash(?:es|ed)?|fails?|failed|broken|(?:doesn|don|isn|won)[’']?t (?:work|compile|run)|fehler+|abst[uü]rz+|erreur+|plante|falla|erro|errore|błąd|ошибк+|hata",
)

/**
 * The code of folded answers that a short message works on, where a program is written piece by piece: what matches its words
 * first, then the newest. A name or an error says where something is, and the change may need what stands beside it.
 */
export function codeInPieces(
  source: Source,
  { asked, most }: { readonly asked: Asked; readonly most: number },
): readonly Given[] {
  if (asked.text.length > MOST_CHARACTERS || !worksOnSomething(asked.text)) return []
  const { state, count } = source
  const pieces = foldedCode(source)
  const scoreOf = (index: number): number => asked.scores[index - state.lead]!
  pieces.sort((a, b) => scoreOf(b.index) - scoreOf(a.index) || b.index - a.index)
  const given: Given[] = []
  let left = Math.min(most, MOST_TOKENS)
  for (const { index, text } of pieces) {
    const tokens = count(text) + LINE_TOKENS
    if (tokens > left) continue
    given.push({ index, text, tokens })
    left -= tokens
  }
  return given
}

function worksOnSomething(text: string): boolean {
  return FAILURE.test(text) || fragmentsOf(text).some((sentence) => isEdit(sentence.text))
}

function foldedCode({ transcript, state }: Source): { readonly index: number; readonly text: string }[] {
  const found: { readonly index: number; readonly text: string }[] = []
  const first = Math.max(state.lead, state.keys.length - REACH)
  for (let index = state.boundary - 1; index >= first; index--) {
    if (state.roles[index] !== 'assistant' || state.standing.has(index)) continue
    const said = saidIn(transcript, index)
    if (!said.includes(CODE_FENCE)) continue
    const text = fencedIn(said)
    if (text) found.push({ index, text })
  }
  return found
}

/** The fenced blocks of a text with their fences; what is left open goes to its end. */
function fencedIn(text: string): string {
  let isInside = false
  return text
    .split('\n')
    .filter((line) => {
      const isFence = line.trimStart().startsWith(CODE_FENCE)
      if (isFence) isInside = !isInside
      return isInside || isFence
    })
    .join('\n')
}
