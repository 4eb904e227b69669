/** Most characters that `…` stands for. */
const GAP = 60

/**
 * The regular expression of a pattern in a talk file: case does not matter, and `…` matches up to 60 characters of the
 * same line.
 * @throws {SyntaxError} when the pattern is no regular expression.
 */
export function compilePattern(pattern: string): RegExp {
  return new RegExp(pattern.replaceAll('…', `.{0,${GAP}}?`), 'iu')
}
