/** However a word goes on, in any script. */
const END = '[\\p{L}\\p{N}]*'

/** Finds one of some whole words, given as alternatives; a plus stands for however a word goes on. */
export function words(...alternatives: readonly string[]): RegExp {
  const all = alternatives.join('|').replaceAll('+', END)
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${all})(?![\\p{L}\\p{N}])`, 'iu')
}
