/** Part of a stored hash, or a whole one. The options of `sessions show` have two dashes; `-h` and `-V` are shorter. */
const DASHED_ID = /^-(?:[\w-]{21}|(?!-)[\w-]{3,20})$/

/**
 * The arguments with the session id of `sessions show` behind `--` if it starts with a dash, as one of 64 hashes does:
 * commander would read it as an option.
 */
export function protectDashedId(argv: readonly string[]): readonly string[] {
  if (argv[0] !== 'sessions' || argv[1] !== 'show' || argv.includes('--')) return argv
  const at = argv.findIndex((argument, index) => DASHED_ID.test(argument) && !TAKES_VALUE.has(argv[index - 1]!))
  return at === -1 ? argv : [...argv.toSpliced(at, 1), '--', argv[at]!]
}

const TAKES_VALUE = new Set(['--account', '--tags'])
