import { expect, it } from 'vitest'
import { figuresOf } from './figures.ts'
import { checkFloors } from './floors.ts'

const FIGURES = { ...figuresOf([]), passedShare: 0.6, misled: 4, marks: { true: 1, false: 2, unlabelled: 0 } }

it('checks lower and upper bounds, and finds nested figures by a dotted name', () => {
  const floors = { passedShare: { least: 0.6 }, misled: { most: 3 }, 'marks.false': { most: 2 } }
  expect(checkFloors(FIGURES, floors).map(({ name, isHeld }) => [name, isHeld])).toEqual([
    ['passedShare', true],
    ['misled', false],
    ['marks.false', true],
  ])
})

it('refuses a floor for a figure that does not exist', () => {
  expect(() => checkFloors(FIGURES, { pased: { least: 1 } })).toThrow('no figure "pased"')
})
