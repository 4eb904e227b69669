import { compilePattern } from '../pattern.ts'
import type { PlayedRequest, PlayedTalk } from '../play-talk.ts'
import { CHOICE, MARK } from '../record-form.ts'
import { type SentLine, turnsOf } from '../sent-lines.ts'

export type Verdict = 'true' | 'false' | 'unlabelled'

/** A statement that the record makes about the conversation, beyond its words. */
export interface Annotation {
  readonly what: 'mark' | 'choice'
  readonly text: string
  readonly line: SentLine
  readonly verdict: Verdict
}

/** Every mark and choice of a talk's requests, once, with its truth by the talk's labels. */
export function annotationsOf({ talk, requests, probes, ordinary }: PlayedTalk): readonly Annotation[] {
  const found = new Map<string, Annotation>()
  const rules = talk.probes.flatMap(({ replaced }) => replaced)
  for (const request of [...requests, ordinary, ...probes]) {
    const userAt = userNumbers(request)
    for (const line of request.lines.filter(({ place }) => place === 'record')) {
      for (const annotation of [...marksIn(line, rules), ...choiceIn(line, userAt.get(line.turn), talk.choices)]) {
        found.set(`${line.turn} ${line.speaker} ${annotation.text}`, annotation)
      }
    }
  }
  return [...found.values()]
}

type Rules = PlayedTalk['talk']['probes'][number]['replaced']

/**
 * The marks of a line. A mark is true if a labelled change has its old and its newer value, and false if the label of
 * its old value names another newer value.
 */
export function marksIn(line: SentLine, rules: Rules): readonly Annotation[] {
  return [...line.text.matchAll(MARK)].map((match) => {
    const [text] = match
    const now = match.groups?.now
    const before = line.text.slice(0, match.index)
    const about = now === undefined ? [] : rules.filter((rule) => compilePattern(rule.old).test(before))
    const isTrue = about.some((rule) => valuesOf(rule).some((newer) => compilePattern(newer).test(now!)))
    const isLabelled = about.some(({ value }) => value !== undefined)
    const verdict = isTrue ? 'true' : isLabelled ? 'false' : 'unlabelled'
    return { what: 'mark', text, line, verdict }
  })
}

function valuesOf({ new: newer, value }: Rules[number]): readonly string[] {
  return value === undefined ? newer : [value, ...newer]
}

/**
 * The choice of a line. It is true if the user message chooses the named item, and false otherwise: talks label every message
 * with a choice. A question that is quoted before an unlabelled message is not judged.
 */
export function choiceIn(
  line: SentLine,
  user: number | undefined,
  choices: PlayedTalk['talk']['choices'],
): readonly Annotation[] {
  const said = CHOICE.exec(line.text)?.[1]
  if (said === undefined || line.speaker !== 'user') return []
  const labels = choices.filter((choice) => choice.user === user)
  const isTrue = labels.some(({ takes }) => compilePattern(takes).test(said))
  const isQuestion = !labels.length && /[?？؟]$/.test(said)
  return [{ what: 'choice', text: said, line, verdict: isTrue ? 'true' : isQuestion ? 'unlabelled' : 'false' }]
}

/** Number of each user message, from 1, by its turn. */
function userNumbers({ original }: PlayedRequest): ReadonlyMap<number, number> {
  const turns = turnsOf(original)
  const users = original.flatMap(({ role, content }, index) =>
    role === 'user' && typeof content === 'string' ? [turns[index]!] : [],
  )
  return new Map(users.map((turn, index) => [turn, index + 1]))
}
