/** Every character at which some reader ends a line, a blank line, and a space. */
export const SEPARATORS: readonly string[] = [
  '\n',
  '\r',
  '\r\n',
  '\v',
  '\f',
  '\u001c',
  '\u001d',
  '\u001e',
  '\u0085',
  '\u2028',
  '\u2029',
  '\n\n',
  ' ',
]
