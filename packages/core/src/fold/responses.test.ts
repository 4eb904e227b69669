import { describe, expect, test } from 'vitest'
import {
  call,
  type Item,
  itemsIn,
  output,
  responsesBody,
  responsesView,
  said,
  user,
} from '../../test/responses-items.ts'
import { splice } from '../wire/splice.ts'
import { findProblem } from '../wire/validate.ts'
import { fold } from './fold.ts'
import { countTokens, transcript } from './talk.fixture.ts'

const OTHERS = ['crane', 'barge', 'buoy', 'winch', 'gate', 'pilot', 'depot']

/** A turn with its own subject. */
function turn(number: number): Item[] {
  const thing = `${OTHERS[number % OTHERS.length]} ${number}`
  const asked = `Mara wants to know what became of the ${thing} on the ${number + 1}th, when it cost us ${number * 137} kroner.`
  const answer = `The ${thing} was painted and moved to quay ${number}. It will take some weeks until anybody sees it again. `
  return [user(asked), said(answer.repeat(3))]
}

const turns = (from: number, to: number): Item[] =>
  Array.from({ length: to - from }, (_, index) => turn(from + index)).flat()

/** The items that are sent for these, at least some of which must be folded. */
function foldedItems(input: readonly Item[], more: Item = {}): { items: readonly Item[]; body: string } {
  const view = responsesView(responsesBody(input, more))
  const { edits } = fold({ transcript: transcript(view), count: countTokens })
  const body = splice(view, edits)
  expect(findProblem('openai-responses', body)).toBeUndefined()
  expect(edits.some(({ kind }) => kind === 'fold')).toBe(true)
  return { items: itemsIn(body), body }
}

const texts = (items: readonly Item[]) => items.map((item) => JSON.stringify(item))

describe('a fold of a Responses history', () => {
  test('keeps instructions, tools and settings, in order, among folded items', () => {
    const kept: Item[] = [
      { role: 'developer', content: 'From now on in English.' },
      { type: 'additional_tools', role: 'developer', tools: [{ type: 'function', name: 'f' }] },
      { type: 'configuration_update', reasoning: { effort: 'low' } },
      { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'depot', tools: [] },
    ]
    const input = kept.flatMap((item, place) => {
      const [question, answer] = turn(place + 4)
      return [...(place === 0 ? turns(0, 4) : []), question!, item, answer!]
    })
    const { items } = foldedItems([...input, ...turns(8, 16), user('And now?')])
    const places = kept.map((item) => texts(items).indexOf(JSON.stringify(item)))
    expect(places.every((place) => place >= 0)).toBe(true)
    expect([...places].sort((a, b) => a - b)).toEqual(places)
    for (const place of places) expect(JSON.stringify(items[place - 1])).toMatch(/\[Record|user/)
    expect(texts(items)).not.toContain(JSON.stringify(turn(5)[1]))
  })

  test('leaves everything after an unanswered old call unchanged', () => {
    const input = [...turns(0, 8), user('List it.'), call('open'), ...turns(8, 20), user('And now?')]
    const view = responsesView(responsesBody(input))
    const { edits } = fold({ transcript: transcript(view), count: countTokens })
    const sent = texts(itemsIn(splice(view, edits))).filter((item) => !item.includes('[From the record'))
    const after = texts(input.slice(input.findIndex(({ type }) => type === 'function_call')))
    expect(sent.slice(-after.length)).toEqual(after)
  })

  test('keeps every call with its result, in any order of results', () => {
    const steps = Array.from({ length: 14 }, (_, number) => [
      turn(number)[0]!,
      call(`a${number}`, { id: `fc_a${number}` }),
      call(`b${number}`, { id: `fc_b${number}` }),
      output(`b${number}`, `b ${number} is open `.repeat(20)),
      output(`a${number}`, `a ${number} is shut `.repeat(20)),
      turn(number)[1]!,
    ])
    const { items } = foldedItems([...steps.flat(), user('And now?')])
    const idsOf = (type: string) => items.filter((item) => item.type === type).map((item) => String(item.call_id))
    expect(idsOf('function_call').sort()).toEqual(idsOf('function_call_output').sort())
    expect(idsOf('function_call').length).toBeLessThan(28)
  })

  test('never changes pictures, files, refusals and cited text: they are kept, or removed with their whole answer', () => {
    const picture = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' }
    const shown = { role: 'user', content: [{ type: 'input_text', text: 'Look at this.' }, picture] }
    const cited = { type: 'output_text', text: 'It is blue.', annotations: [{ type: 'url_citation', url: 'x' }] }
    const refused = { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] }
    const answer = { type: 'message', role: 'assistant', content: [cited] }
    const own = [shown, answer, user('Who is it?'), refused]
    const { items, body } = foldedItems([...turns(0, 3), ...own, ...turns(3, 14), user('And now?')])
    expect(texts(items)).toContain(JSON.stringify(shown))
    for (const item of items) {
      const isOurs = JSON.stringify(item).includes('[Record')
      if (!isOurs && /annotations":\[\{|refusal/.test(JSON.stringify(item)))
        expect(texts(own)).toContain(JSON.stringify(item))
    }
    expect(body.match(/"input_image"/g)).toHaveLength(1)
  })

  test('never leaves more breakpoints than allowed, and moves the last one of the folded text to the digest', () => {
    const marked = (text: string) => ({
      role: 'user',
      content: [{ type: 'input_text', text, prompt_cache_breakpoint: { mode: 'explicit' } }],
    })
    const input = [
      {
        role: 'developer',
        content: [{ type: 'input_text', text: 'Be brief.', prompt_cache_breakpoint: { mode: 'explicit' } }],
      },
      ...turns(0, 4),
      marked('What of the crane?'),
      said('It stands.'),
      marked('What of the gate?'),
      said('It is shut.'),
      ...turns(4, 14),
      marked('And now?'),
    ]
    const { items, body } = foldedItems(input)
    expect(body.match(/"prompt_cache_breakpoint"/g)!.length).toBeLessThanOrEqual(4)
    const digest = items.find((item) => JSON.stringify(item).includes('[Record'))
    expect(digest).toMatchObject({
      role: 'user',
      content: expect.arrayContaining([expect.objectContaining({ type: 'input_text' })]),
    })
    expect(JSON.stringify(digest)).toContain('"prompt_cache_breakpoint":{"mode":"explicit"}')
  })

  test('records the output of a server as words of a tool', () => {
    const output = 'Crane K7 has the cable Z-4471.'
    const asked = { type: 'mcp_call', id: 'mcp_1', server_label: 'depot', name: 'log', arguments: '{}', output }
    const talk = Array.from({ length: 14 }, (_, place) => [
      user(`And quay ${place}?`),
      said(`Quay ${place} is ${'free '.repeat(60)}`),
    ])
    const { body } = foldedItems([user('How is it?'), asked, said('It is worn.'), ...talk.flat(), user('And now?')])
    expect(body).toMatch(/1T [^"\\]*Z-4471/)
    expect(body).not.toMatch(/A [^"\\]*Z-4471/)
  })

  test('is found invalid if it loses the word JSON that the provider requires', () => {
    const more = { text: { format: { type: 'json_object' } } }
    const input = [
      ...turns(0, 2),
      user('Answer in JSON, please.'),
      said('{"quay":1}'),
      ...turns(2, 16),
      user('And now?'),
    ]
    const view = responsesView(responsesBody(input, more))
    const body = splice(view, fold({ transcript: transcript(view), count: countTokens }).edits)
    expect(findProblem('openai-responses', body) === undefined).toBe(/json/i.test(JSON.stringify(itemsIn(body))))
    const lost = responsesBody(
      itemsIn(body).filter((item) => !/json/i.test(JSON.stringify(item))),
      more,
    )
    expect(findProblem('openai-responses', lost)).toMatch(/JSON/)
  })
})
