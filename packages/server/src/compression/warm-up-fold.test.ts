import { CACHE_TABLE, type StaticVectors } from '@pleat/core'
import { describe, expect, it } from 'vitest'
import { shortSha256 } from '../adapters/sha256.ts'
import { loadStaticVectors } from '../adapters/static-vectors-file.ts'
import { warmUpTranscript } from '../warm-up-transcript.ts'
import { warmUpFold } from './warm-up-fold.ts'

describe('warmUpFold', () => {
  it('folds and searches for recalls, with pauses', async () => {
    const vectors = loadStaticVectors()
    let compared = 0
    let ticks = 0
    const counting: StaticVectors = {
      ...vectors,
      similarity(left, right) {
        compared++
        return vectors.similarity(left, right)
      },
    }
    const deps = {
      hash: shortSha256,
      hashBytes: shortSha256,
      caches: CACHE_TABLE,
      log: { info() {}, warn() {}, error() {} },
      counters: { add() {} },
      vectors: counting,
    }
    const isDone = warmUpFold(deps, warmUpTranscript(25)).then(() => true)
    while (!(await Promise.race([isDone, new Promise((next) => setImmediate(next, false))]))) ticks++
    expect(compared).toBeGreaterThan(0)
    expect(ticks).toBeGreaterThan(5)
  })
})
