import { describe, expect, it } from 'vitest'
import { recallAfterTurns } from './tool-session.fixture.ts'

const GOODS = 'tiles coils frames tyres chairs tables squid berries flowers peas'.split(' ')
const BOXES = GOODS.map((goods, place) => ({
  box: `TRLU44102${place}`,
  kilos: 9000 + 10 * place,
  goods,
  slot: `A-${place}`,
}))

type Step = readonly [string, string, object | string]

const STEPS: readonly Step[] = [
  ['What is on board?', 'list_boxes', BOXES],
  ['Put the fourth one on the quay.', 'move_box', { box: 'TRLU441023', slot: 'Q-7' }],
  ...GOODS.slice(5).map(
    (_, place) => ['Next berth?', `berth_${place}`, { berth: place, tide: 'high', pilot: 'Mara' }] as const,
  ),
]

/** The recall for a question after these steps. */
function recallFor(question: string, steps = STEPS): string {
  const turns = steps.map(([asked, tool, given]) => ({
    asked,
    tool,
    result: typeof given === 'string' ? given : JSON.stringify(given),
    answer: 'That is done, and the harbour office knows of it.',
  }))
  return recallAfterTurns(turns, question)
}

describe('a question that names a record of a tool', () => {
  it('gets the record, attributed to the tool', () => {
    expect(recallFor('How heavy are the coils?')).toMatch(/^2T TRLU441021 .*kilos=9010/m)
  })

  it('gets the newest value of each key, and not the one that it replaced', () => {
    const recall = recallFor('Where do the tyres stand?')
    expect(recall).toMatch(/^4T TRLU441023 slot=Q-7$/m)
    expect(recall).not.toContain('slot=A-3')
  })

  it('gets no replaced value even if tools returned more output than is read for one question', () => {
    const shelves = Array.from({ length: 12 }, (_, hall): Step => {
      const list = Array.from({ length: 40 }, (_, place) => ({
        shelf: `H${hall}-${place}`,
        holds: `lot ${hall}${place}`,
        note: 'dry '.repeat(15),
      }))
      return [`What is in hall ${hall}?`, `list_${hall}`, list]
    })
    const recall = recallFor('Where do the tyres stand?', [STEPS[0]!, ...shelves, ...STEPS.slice(1)])
    expect(recall).toMatch(/TRLU441023 .*goods=tyres/)
    // The newest slot is in a digest.
    expect(recall).not.toContain('slot=A-3')
  })

  it('gets no row of a table as printed, and no value that a newer one replaced', () => {
    const table = (memory: string) => `POD      CPU   MEMORY\nboard-1  12m   ${memory}`
    const many = `${table('1890Mi')}\n${Array.from({ length: 20 }, (_, n) => `queue-${n}  1${n}m   20${n}Mi`).join('\n')}`
    const pods: readonly Step[] = [
      ['How are the pods?', 'top', many],
      ['Again?', 'top_one', table('612Mi')],
    ]
    const recall = recallFor('How much memory does board-1 use?', [...pods, ...STEPS])
    expect(recall).not.toContain('1890Mi')
    expect(recall.match(/.*board-1.*/g)).toEqual(['4T board-1 CPU=12m MEMORY=612Mi'])
  })

  it('gets the record although a key of a map is empty', () => {
    const map = { '': { berths: 4, tide: 'low' }, east: { berths: 2, tide: 'high' }, west: { berths: 3, tide: 'high' } }
    expect(recallFor('Where do the tyres stand', [...STEPS, ['And the quays?', 'quays', map]])).toContain('slot=Q-7')
  })

  it('gets the record if it is a request without a question mark', () => {
    expect(recallFor('the slot of the coils, please')).toMatch(/^2T TRLU441021 .*goods=coils/m)
  })

  it('gets no record if it names none', () => {
    expect(recallFor('How was the night?')).not.toContain('TRLU')
  })
})
