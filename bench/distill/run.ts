/**
 * Makes the table of static vectors. Each kept word is run through a small English model, centred, projected to the
 * strongest directions, weighted by its frequency and rounded to signed bytes. The files are the same each time.
 */
import { hash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createStaticVectors, type StaticVectorTable } from '@pleat/core'
import { type KeptWord, keptWordsOf } from './kept-words.ts'
import { centre, findPrincipalComponents, type Matrix } from './principal-components.ts'
import { describeQuality, measureQuality, QUALITY_HEAD } from './quality.ts'
import { quantiseTable } from './quantised-table.ts'
import { openSourceModel, SOURCE, SOURCE_DIMENSIONS, type SourceModel } from './source-model.ts'

const OUTPUT = new URL('../../packages/core/data/', import.meta.url)
/** Numbers of components: the committed one, and others for comparison. */
const DIMENSIONS = 128
const COMPARED = [64, 128, 192, 256]

const model = await openSourceModel()
try {
  const words = keptWordsOf(model.vocabulary)
  const vocabulary = words.map((word) => word.text)
  console.log(`${words.length} words and pieces kept; the model has ${model.vocabulary.length}`)
  const vectors = await readVectors(model, words)
  centre(vectors)
  const components = findPrincipalComponents(vectors)
  const total = components.variances.reduce((sum, variance) => sum + variance, 0)
  console.log(QUALITY_HEAD)
  for (const dimensions of COMPARED) {
    const table = quantiseTable(vocabulary, vectors, { components, dimensions })
    const { embed, similarity } = createStaticVectors(table)
    const kept = components.variances.slice(0, dimensions).reduce((sum, variance) => sum + variance, 0) / total
    const quality = describeQuality(`${dimensions} dimensions`, measureQuality(embed, similarity))
    console.log(`${quality}   ${(kept * 100).toFixed(0)} % of variance, ${(table.bytes.length / 1e6).toFixed(1)} MB`)
    if (dimensions === DIMENSIONS) writeTable(table)
  }
} finally {
  model.close()
}

/** One row of length 1 for each word, since the length of the model's vector is not its weight. */
async function readVectors(source: SourceModel, words: readonly KeptWord[]): Promise<Matrix> {
  const values = new Float64Array(words.length * SOURCE_DIMENSIONS)
  for (const [row, word] of words.entries()) {
    const vector = await source.vectorOf(word.ids)
    const length = Math.sqrt(vector.reduce((sum, component) => sum + component * component, 0))
    vector.forEach((component, i) => {
      values[row * SOURCE_DIMENSIONS + i] = component / length
    })
    if (row % 5000 === 0) console.log(`word ${row}`)
  }
  return { width: SOURCE_DIMENSIONS, values }
}

function writeTable({ dimensions, vocabulary, bytes }: StaticVectorTable): void {
  const text = `${vocabulary.join('\n')}\n`
  const description = {
    dimensions,
    pieces: vocabulary.length,
    vectors: { file: 'static-vectors.bin', sha256: hash('sha256', bytes, 'hex') },
    vocabulary: { file: 'static-vectors.txt', sha256: hash('sha256', text, 'hex') },
    madeBy: 'bench/distill/run.ts',
    madeFrom: SOURCE,
    licence: 'Apache-2.0, see NOTICE',
  }
  mkdirSync(OUTPUT, { recursive: true })
  writeFileSync(new URL('static-vectors.bin', OUTPUT), bytes)
  writeFileSync(new URL('static-vectors.txt', OUTPUT), text)
  writeFileSync(new URL('static-vectors.json', OUTPUT), `${JSON.stringify(description, null, 2)}\n`)
}
