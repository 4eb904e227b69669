/**
 * The whole number in the value of an option.
 * @throws {Error} that names the option if the value is not a whole number of at least `least`.
 */
export function wholeNumber(option: string, given: string, least = 1): number {
  if (/^\d{1,9}$/.test(given) && Number(given) >= least) return Number(given)
  throw new Error(`${option} is "${given}"; it has to be a whole number from ${least} on. See --help.`)
}

/**
 * The values of an option that selects from `known`; all of `known` if the option is not used.
 * @throws {Error} that names the option and the first unknown value.
 */
export function selected(option: string, given: readonly string[], known: readonly string[]): readonly string[] {
  const unknown = given.find((name) => !known.includes(name))
  if (unknown === undefined) return given.length > 0 ? given : known
  throw new Error(`${option} is "${unknown}"; it has to be one of ${known.join(', ')}.`)
}
