import { seededRandom } from '../../test/stand-in/seeded-random.ts'
import { WORDS } from './words.ts'

/** Generates text like conversations about work: sentences, lists, code, identifiers and figures without repetition. */
export interface Writer {
  /** A user message of about `length` characters. */
  question(length: number): string
  /** An answer of about `length` characters. */
  answer(length: number): string
}

/** A writer whose texts are determined by the seed. */
export function createWriter(seed: number): Writer {
  const random = seededRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  // Earlier entries of a list are used more often, as word frequencies are skewed in any language.
  const pick = <Item>(list: readonly Item[]) => list[Math.floor(random() ** 1.6 * list.length)]!
  const figure = () =>
    pick([String(below(90) + 2), `${below(900)}.${below(90)}`, `${below(99)} %`, `${below(9999)} ms`])
  const name = () => `${pick(WORDS.adjective)}_${pick(WORDS.object)}`
  const identifier = () =>
    pick([
      `${name()}_${below(99)}`,
      `ORD-${10_000 + below(90_000)}`,
      `src/${pick(WORDS.object)}/${name()}.ts`,
      `v${below(9)}.${below(30)}.${below(9)}`,
    ])

  function sentence(): string {
    const { subject, verb, object, adjective, ending, opening } = WORDS
    const head = random() < 0.3 ? `${pick(opening)} ${pick(subject)}` : capitalised(pick(subject))
    const amount = random() < 0.35 ? `${figure()} ` : ''
    const what = random() < 0.25 ? `\`${identifier()}\`` : `${amount}${pick(adjective)} ${pick(object)}`
    return `${head} ${pick(verb)} ${what} ${pick(ending)}.`
  }

  function paragraph(): string {
    return Array.from({ length: 2 + below(4) }, sentence).join(' ')
  }

  function list(): string {
    return Array.from({ length: 3 + below(4) }, (_, i) => `${i + 1}. **${pick(WORDS.object)}**: ${sentence()}`).join(
      '\n',
    )
  }

  function code(): string {
    const lines = Array.from(
      { length: 4 + below(8) },
      () => `  const ${name()} = await load('${identifier()}', ${below(5000)})`,
    )
    return `\`\`\`ts\nexport async function ${name()}() {\n${lines.join('\n')}\n}\n\`\`\``
  }

  function filled(length: number, block: () => string): string {
    let text = block()
    while (text.length < length) text += `\n\n${block()}`
    return text.length > length * 1.5 ? text.slice(0, length) : text
  }

  return {
    question: (length) =>
      `${filled(Math.max(1, length - 60), () => (length < 400 ? sentence() : paragraph()))} ${pick(WORDS.question)}`,
    answer: (length) => filled(length, () => pick([paragraph, list, code])()),
  }
}

function capitalised(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1)
}
