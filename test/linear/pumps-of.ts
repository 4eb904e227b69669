import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp'

/** Maximum number of texts for one expression; those of its first parts are kept. */
const MAX_PUMPS = 90
/** Number of adjacent parts whose texts are repeated together. */
const MAX_PARTS = 4
/** Candidate characters for character classes, instead of evaluating the class. */
const CHARACTERS =
  'aAe1 \t\n.,:;-_"\'`*[](){}<>|/\\@#=+!?$%&~^\u00e9\u0416\u4e00\u3002\u3042\u0e01\uac00\u0915\u0627\u0301€\u00a0…'

/** Texts to repeat: a match of each part of the expression and of a few adjacent parts. */
export function pumpsOf(expression: RegExp): string[] {
  const pumps = new Set<string>()
  const { pattern } = parseRegExpLiteral(expression)
  for (const alternative of alternativesIn(pattern)) {
    const samples = alternative.elements.map((element) => sampleOf(element, expression.flags))
    for (let length = 1; length <= Math.min(MAX_PARTS, samples.length); length++) {
      for (let from = 0; from + length <= samples.length; from++) pumps.add(samples.slice(from, from + length).join(''))
    }
    pumps.add(samples.join(''))
    pumps.add(samples.slice(0, -1).join(''))
  }
  for (const sign of ['a', ' ', '1', '\n', '.', '\u4e00']) pumps.add(sign)
  pumps.delete('')
  return [...pumps].slice(0, MAX_PUMPS)
}

/** All sequences of an expression, including those in groups and lookarounds, the outer ones first. */
function alternativesIn(node: AST.Node): AST.Alternative[] {
  const found: AST.Alternative[] = []
  const waiting: AST.Node[] = [node]
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    if (next.type === 'Alternative') {
      found.push(next)
      waiting.push(...next.elements)
    } else if ('alternatives' in next) waiting.push(...next.alternatives)
    else if (next.type === 'Quantifier') waiting.push(next.element)
  }
  return found
}

/** A short text that the node matches; empty if it matches no characters. */
function sampleOf(node: AST.Element, flags: string): string {
  switch (node.type) {
    case 'Character':
      return String.fromCodePoint(node.value)
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return memberOf(node.raw, flags)
    case 'Quantifier':
      return sampleOf(node.element, flags).repeat(Math.min(4, Math.max(1, node.min)))
    case 'Group':
    case 'CapturingGroup':
      return node.alternatives[0]!.elements.map((element) => sampleOf(element, flags)).join('')
    default:
      return ''
  }
}

const members = new Map<string, string>()

function memberOf(raw: string, flags: string): string {
  const key = `${flags} ${raw}`
  let member = members.get(key)
  if (member === undefined) {
    const set = new RegExp(`^${raw}$`, flags.replace(/[gym]/g, ''))
    member = [...CHARACTERS].find((character) => set.test(character)) ?? ''
    members.set(key, member)
  }
  return member
}
