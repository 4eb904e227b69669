import { expect, it } from 'vitest'
import { faultsOf } from './faults.ts'
import { WireFigures } from './play.ts'
import { CHAT, RESPONSES } from './wires.ts'

/** Figures of ten requests, one of which saves `percent` in turn 10. */
function figuresOf(given: Partial<WireFigures>, percent = 50): WireFigures {
  const figures = Object.assign(new WireFigures(), { requests: 10, folded: 4 }, given)
  figures.add(10, percent)
  return figures
}

const chat = { set: 's', wire: CHAT.name, figures: figuresOf({}) }

it.each([
  ['nothing', figuresOf({}), []],
  ['that nothing was folded', figuresOf({ folded: 0 }), ['s, responses: none of 10 requests was folded']],
  ['that nothing was sent', figuresOf({ requests: 0, folded: 0 }), ['s, responses: none of 0 requests was folded']],
  ['errors of any kind', figuresOf({ failed: 1, refused: 2, bodyDiffers: 3, lost: 4 }), ['s, responses: 10']],
  ['other savings than over the chat wire', figuresOf({}, 45), ['s: 5.0 points apart']],
])('reports %s', (_fault, figures, faults) => {
  expect(faultsOf([chat, { set: 's', wire: RESPONSES.name, figures }])).toEqual(faults)
})
