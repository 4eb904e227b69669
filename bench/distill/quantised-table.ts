import type { StaticVectorTable } from '@pleat/core'
import { type Matrix, type PrincipalComponents, project } from './principal-components.ts'

/** Frequency at which a word has half its weight: words are weighted by a / (a + p), which decreases with frequency p. */
const HALF_WEIGHT_SHARE = 1e-3
/** Rank of single letters and digits: they weigh as little as the most common words. */
const CHARACTER_RANK = 3
/** Weight of a piece within a word, so that a split word does not count once per piece. */
const CONTINUATION_WEIGHT = 0.5
/** Projects, weights and rounds the vectors of `vocabulary`, which are centred rows in `vectors`, to signed bytes. */
export function quantiseTable(
  vocabulary: readonly string[],
  vectors: Matrix,
  { components, dimensions }: { components: PrincipalComponents; dimensions: number },
): StaticVectorTable {
  const { values } = project(vectors, components, dimensions)
  const weights = weightsOf(vocabulary)
  // Half way to equal strength, so that the strongest directions do not dominate. Square roots are rounded alike on every
  // machine.
  const levels = components.variances.map((variance) => 1 / Math.sqrt(Math.sqrt(variance)))
  let largest = 0
  for (let i = 0; i < values.length; i++) {
    values[i]! *= weights[Math.floor(i / dimensions)]! * levels[i % dimensions]!
    largest = Math.max(largest, Math.abs(values[i]!))
  }
  return {
    dimensions,
    vocabulary,
    bytes: new Uint8Array(Int8Array.from(values, (value) => Math.round((value * 127) / largest)).buffer),
  }
}

/** The vocabulary is ordered by frequency, and the frequency of a word falls with its rank (Zipf). */
function weightsOf(vocabulary: readonly string[]): number[] {
  const first = vocabulary.indexOf('the')
  const harmonic = Math.log(vocabulary.length)
  return vocabulary.map((piece, row) => {
    const isCharacter = /^(?:##)?.$/.test(piece)
    const rank = isCharacter ? CHARACTER_RANK : row - first + 1
    const share = 1 / (rank * harmonic)
    const weight = HALF_WEIGHT_SHARE / (HALF_WEIGHT_SHARE + share)
    return piece.startsWith('##') ? weight * CONTINUATION_WEIGHT : weight
  })
}
