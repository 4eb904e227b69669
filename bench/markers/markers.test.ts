import { describe, expect, it } from 'vitest'
import { loadLabelled, loadLanguages } from './labelled.ts'
import { MARKERS, scoreMarkers, totalOf } from './score.ts'

const items = loadLabelled()

/** Least precision and recall over all labelled dialogues. What is not certain is not marked, so recall yields first. */
const STRICT = { precision: 0.95, recall: 0.8 }
const USUAL = { precision: 0.95, recall: 0.9 }

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
})

/** Least precision and recall of all marks of the held-out dialogues, over all languages and in each one. */
const HELD_OUT = { precision: 0.9, recall: 0.9 }

describe('epistemic markers in other languages', () => {
  it('are precise and complete enough on dialogues that no rule was made on', () => {
    const heldOut = loadLanguages().flatMap((language) => language.items.filter(({ part }) => part === 'held-out'))
    const { precision, recall } = totalOf(scoreMarkers(heldOut).scores)
    expect(precision).toBeGreaterThanOrEqual(HELD_OUT.precision)
    expect(recall).toBeGreaterThanOrEqual(HELD_OUT.recall)
  })
})
