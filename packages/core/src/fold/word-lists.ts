/** However a word goes on, in any script. */
const END = '[\\p{L}\\p{N}]*'

/**
 * Finds one of some whole words, given as alternatives; a plus stands for however a word goes on. What ends with a plus is
 * known by its beginning alone: to look for the end of the word finds no more, and takes V8 long to compile.
 */
export function words(...alternatives: readonly string[]): RegExp {
  const all = alternativesOf(alternatives.join('|'))
  const stems = all.filter((each) => each.endsWith('+')).map((each) => each.slice(0, -1))
  const whole = all.filter((each) => !each.endsWith('+'))
  const ways = [...stems, ...(whole.length ? [`(?:${whole.join('|')})(?![\\p{L}\\p{N}])`] : [])]
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${ways.join('|').replaceAll('+', END)})`, 'iu')
}

/** The outermost alternatives of an expression. */
function alternativesOf(expression: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < expression.length; at++) {
    if (expression[at] === '(') depth++
    if (expression[at] === ')') depth--
    if (expression[at] !== '|' || depth) continue
    found.push(expression.slice(start, at))
    start = at + 1
  }
  return [...found, expression.slice(start)]
}
