import { describe, expect, it } from 'vitest'
import { loadLabelled } from './labelled.ts'
import { MARKERS, scoreMarkers } from './score.ts'

const items = loadLabelled()

/** Least precision and recall over all labelled dialogues. */
const STRICT = { precision: 0.95, recall: 0.85 }
const USUAL = { precision: 0.9, recall: 0.8 }

describe('epistemic markers on the labelled dialogues', () => {
  const { scores } = scoreMarkers(items)

  it('are precise and complete enough, each of them', () => {
    for (const marker of MARKERS) {
      const least = marker === 'corrected' || marker === 'contradicted' ? STRICT : USUAL
      expect(scores[marker].precision, `${marker} precision`).toBeGreaterThanOrEqual(least.precision)
      expect(scores[marker].recall, `${marker} recall`).toBeGreaterThanOrEqual(least.recall)
    }
  })

  it('are tried on at least forty positives each', () => {
    for (const marker of MARKERS) expect(scores[marker].labelled, marker).toBeGreaterThanOrEqual(40)
  })

  it('are put on no sentence in another language', () => {
    const foreign = items.filter(({ id, expected }) => /^(?:lang|h-2[0-2]|k-1[45])/.test(id) && !expected.length)
    expect(foreign.length).toBeGreaterThan(50)
    expect(scoreMarkers(foreign).failures).toEqual([])
  })
})
