import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ModelFinder, ModelInForm, ModelInJson } from './model-finder.ts'

/** Feeds `body` to the finder in chunks that end at `cuts`; returns the model and the number of bytes that were read. */
function findIn(finder: ModelFinder, body: Buffer, cuts: readonly number[] = []) {
  let from = 0
  for (const to of [...cuts.map((cut) => cut % (body.length + 1)).toSorted((a, b) => a - b), body.length]) {
    const isEnough = finder.look(body.subarray(from, to))
    from = to
    if (isEnough) break
  }
  return { model: finder.model, seen: from }
}

const CUTS = fc.array(fc.nat(), { maxLength: 6 })
const inJson = (text: string) => findIn(new ModelInJson(), Buffer.from(text)).model

describe('the model of a JSON body', () => {
  test('is found after any other fields, however the chunks are cut', () => {
    const fields = fc.dictionary(fc.string({ unit: 'grapheme' }), fc.jsonValue(), { maxKeys: 5 })
    const model = fc.string({ unit: 'grapheme', maxLength: 40 })
    fc.assert(
      fc.property(fields, model, CUTS, fc.constantFrom(undefined, 2), (before, name, cuts, indent) => {
        const { model: _, ...others } = before
        const body = Buffer.from(JSON.stringify({ ...others, model: name, 'z z': [{ model: 'no' }] }, null, indent))
        expect(findIn(new ModelInJson(), body, cuts).model).toBe(name)
      }),
      { numRuns: 300 },
    )
  })

  test('is the first one, and nothing is read after it', () => {
    const body = Buffer.from(`{"model":"a","input":"${'x'.repeat(1000)}"}`)
    expect(findIn(new ModelInJson(), body, [20])).toEqual({ model: 'a', seen: 20 })
  })

  test.each([
    ['{"model":"a","messages":[{"model":"no"}],"model":"b"}', 'b'],
    ['{"model":"a"} ,{"model":"b"}', 'a'],
    ['{"model":"a"},"model":"b"}', 'a'],
    ['{"model":"a","model":null}', undefined],
    ['{"model":"a","model":{"model":"b"}}', undefined],
    [`{"model":"a","model":"${'\\u0062'.repeat(100)}"}`, undefined],
  ])('in %s is the one that a parser takes, if any', (text, model) => {
    expect(findIn(new ModelInJson({ isLast: true }), Buffer.from(text), [20]).model).toBe(model)
  })

  test.each([
    ['{"input":{"model":"inner"},"list":["model","x"]}'],
    ['{"input":"\\"model\\":\\"quoted\\""}'],
    ['{"model":5,"other":"x"}'],
    ['{"model":null}'],
    ['not JSON: "model"'],
    [`{"model":"${'x'.repeat(2000)}"}`],
    ['{"'],
    [']]]}}{"model":"x"}'],
    [''],
  ])('is not in %s', (text) => {
    expect(inJson(text)).toBeUndefined()
  })

  test('may be written with escapes', () => {
    expect(inJson('{"mod\\u0065l" : "g\\u0070t\\"4" }')).toBe('gpt"4')
  })
})

describe('the model of a form', () => {
  const file = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 37) % 256))
  const part = (head: string, value: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ])
  const form = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--b--\r\n')])

  test('is found before and after a file, however the chunks are cut', () => {
    const audio = part('name="file"; filename="a.mp3"\r\nContent-Type: audio/mpeg', file)
    const name = part('name="model"', 'whisper-ü')
    fc.assert(
      fc.property(CUTS, fc.boolean(), (cuts, isFirst) => {
        const body = isFirst ? form(name, audio) : form(audio, name)
        expect(findIn(new ModelInForm(), body, cuts).model).toBe('whisper-ü')
      }),
    )
  })

  test('is found in a form part with further headers, and not in a field of another name', () => {
    const typed = part('name=model\r\nContent-Type: text/plain', 'm')
    expect(findIn(new ModelInForm(), form(typed)).model).toBe('m')
    expect(
      findIn(new ModelInForm(), form(part('name="model_name"', 'm'), part('name="x"', 'model'))).model,
    ).toBeUndefined()
  })
})
