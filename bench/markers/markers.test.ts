import { describe, expect, it } from 'vitest'
import { loadLabelled, loadLanguages } from './labelled.ts'
import { MARKERS, scoreMarkers, totalOf } from './score.ts'

const items = loadLabelled()

/** Least precision and recall over all labelled dialogues. The rules omit doubtful marks, so recall is lower. */
const STRICT = { precision: 0.95, recall: 0.8 }
const USUAL = { precision: 0.94, recall: 0.87 }

describe('epistemic markers on the labelled dialogues', () => {
  const { scores } = scoreMarkers(items)

  it('reach the required precision and recall of each kind', () => {
    for (const marker of MARKERS) {
      const least = marker === 'corrected' || marker === 'contradicted' ? STRICT : USUAL
      expect(scores[marker].precision, `${marker} precision`).toBeGreaterThanOrEqual(least.precision)
      expect(scores[marker].recall, `${marker} recall`).toBeGreaterThanOrEqual(least.recall)
    }
  })

  it('have at least forty positive examples of each kind', () => {
    for (const marker of MARKERS) expect(scores[marker].labelled, marker).toBeGreaterThanOrEqual(40)
  })
})

describe('epistemic markers in other languages', () => {
  const languages = loadLanguages().map(({ language, items: all }) => {
    const heldOut = all.filter(({ part }) => part !== 'development')
    return { language, heldOut, ...totalOf(scoreMarkers(heldOut).scores) }
  })

  it('reach 0.95 precision and 0.9 recall over all held-out dialogues', () => {
    const { precision, recall } = totalOf(scoreMarkers(languages.flatMap(({ heldOut }) => heldOut)).scores)
    expect(precision).toBeGreaterThanOrEqual(0.95)
    expect(recall).toBeGreaterThanOrEqual(0.9)
  })

  it('reach 0.95 precision and 0.85 recall in at least ten languages, and 8/9 precision in every language', () => {
    const good = languages.filter(({ precision, recall }) => precision >= 0.95 && recall >= 0.85)
    expect(good.length).toBeGreaterThanOrEqual(10)
    for (const { language, precision } of languages) expect(precision, language).toBeGreaterThanOrEqual(8 / 9)
  })
})
