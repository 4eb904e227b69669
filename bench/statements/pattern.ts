/** Largest number of characters that `…` matches. */
const GAP = 60

/**
 * The regular expression of a pattern in a talk file. It ignores case, and `…` matches up to 60 characters of the same line.
 * @throws {SyntaxError} if the pattern is not a regular expression.
 */
export function compilePattern(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('…', `.{0,${GAP}}?`), 'iu')
}
