import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { encodingOf, sharedVocabulary } from './encoding.ts'
import { buildRankTable } from './rank-table.ts'
import { buildWordTable } from './word-table.ts'

const TEXT = 'Ship twelve crates to Łódź, 日本 and المغرب by "Friday"; re-check unbelievableness.'

/** Tokens of `TEXT` in a thread that gets `vocabulary`. */
async function countInThread(vocabulary: object): Promise<number> {
  const source = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { folder, text, vocabulary } = workerData
    import(folder + '/given-vocabulary.ts')
      .then(({ giveVocabulary }) => giveVocabulary(vocabulary))
      .then(() => import(folder + '/encoding.ts'))
      .then(({ encodingOf }) => parentPort.postMessage(encodingOf('o200k').count(text)))`
  const workerData = { folder: import.meta.dirname, text: TEXT, vocabulary }
  const worker = new Worker(source, { eval: true, workerData })
  const count = await new Promise<number>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
  return count
}

test('another thread counts the same with the shared tables', async () => {
  expect(await countInThread(sharedVocabulary())).toBe(encodingOf('o200k').count(TEXT))
})

test('a thread counts with the tables that it was given', async () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => [byte])
  const vocabulary = { table: buildRankTable(bytes), words: buildWordTable([]) }
  expect(await countInThread(vocabulary)).toBe(Buffer.byteLength(TEXT))
})

test('the tables are in shared memory', () => {
  const { table, words } = sharedVocabulary()
  for (const array of [table.slots, table.pool, table.pairRanks, words.slots])
    expect(array.buffer).toBeInstanceOf(SharedArrayBuffer)
})
