import { isObject, parseJson } from '../../json.ts'

/** The outer form of an answer: the parts that another answer of the same kind would copy. */
export interface AnswerForm {
  /** Names of the members of a JSON object, or of the objects in an array. */
  readonly members: ReadonlySet<string>
  /** The labels before a colon at the start of its lines. */
  readonly labels: ReadonlySet<string>
  /** Language of the code, if the answer is only code. */
  readonly code: string | undefined
  /** True for at most three words, such as the name of a class. */
  readonly isWord: boolean
}

const LONGEST = 20_000
const FENCED = /^```([\w+#-]*)\n([\s\S]*?)\n?```$/
const LABEL = /^[\s>*#-]*(\p{L}[\p{L}\p{N}_ -]{0,30}?)[\s*]*[:：]/u
/** Least number of labels. A single line with a colon is a sentence, or a speaker's name before their words. */
const LEAST_LABELS = 2
const WORD = { characters: 24, words: 3 }
/** Least share of members that equal forms have in common, since empty members may be omitted. */
const LEAST_SHARED = 0.75
const NONE: ReadonlySet<string> = new Set()

export function answerForm(text: string): AnswerForm {
  const trimmed = text.trim().slice(0, LONGEST)
  const [, code, inside] = FENCED.exec(trimmed) ?? []
  const members = membersOf(inside ?? trimmed)
  const labels = members.size || code !== undefined ? NONE : labelsOf(trimmed)
  return { members, labels, code: members.size ? undefined : code, isWord: !members.size && isWord(trimmed) }
}

export function areAlike(a: AnswerForm, b: AnswerForm): boolean {
  if (a.members.size) return shareOf(a.members, b.members) >= LEAST_SHARED
  if (a.labels.size) return shareOf(a.labels, b.labels) >= LEAST_SHARED
  if (a.code !== undefined) return a.code === b.code
  return a.isWord && b.isWord
}

function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let both = 0
  for (const name of a) if (b.has(name)) both++
  return both / (a.size + b.size - both)
}

function membersOf(text: string): ReadonlySet<string> {
  if (!/^[[{]/.test(text)) return NONE
  const value = parseJson(text)
  return new Set((Array.isArray(value) ? value : [value]).flatMap((each) => (isObject(each) ? Object.keys(each) : [])))
}

function labelsOf(text: string): ReadonlySet<string> {
  const labels = new Set<string>()
  for (const line of text.split('\n')) {
    const label = LABEL.exec(line)?.[1]
    if (label) labels.add(label.toLowerCase())
  }
  return labels.size >= LEAST_LABELS ? labels : NONE
}

function isWord(text: string): boolean {
  return (
    text.length > 0 && text.length <= WORD.characters && text.split(/\s+/).length <= WORD.words && !/[?？]$/.test(text)
  )
}
