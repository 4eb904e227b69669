const SUBJECTS = [
  'the invoice',
  'our build',
  'a customer in Lyon',
  'the second migration',
  'Maria',
  'this endpoint',
  'the lease',
]
const VERBS = [
  'failed with',
  'was moved to',
  'must not exceed',
  'depends on',
  'should wait for',
  'came back after',
  'costs',
]
const OBJECTS = ['error E', 'hall ', 'port ', 'ticket #', 'version 2.', 'a budget of ', 'room ']
const ENDS = [
  'and nobody has looked at it since',
  'which is more than we had agreed on in spring',
  'because the certificate had expired overnight',
  'so please check it before Friday at noon',
  'although I think that it could be better',
  'and that is all there is to say for now',
]

/** Five sentences of English-like text, 100 tokens, determined by the number. */
export function proseOf(number: number): string {
  let state = (number + 1) * 2_654_435_761
  const pick = <Item>(items: readonly Item[]): Item => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return items[state % items.length]!
  }
  return Array.from({ length: 5 }, (_, i) => {
    const subject = pick(SUBJECTS)
    return `${subject[0]!.toUpperCase()}${subject.slice(1)} ${pick(VERBS)} ${pick(OBJECTS)}${number * 7 + i} ${pick(ENDS)}.`
  }).join(' ')
}
