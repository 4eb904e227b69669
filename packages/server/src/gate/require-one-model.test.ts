import { describe, expect, test } from 'vitest'
import type { Caller } from './key-port.ts'
import { requireOneModel } from './require-one-model.ts'

const LISTED = { limits: { models: ['a'], spending: null } } as unknown as Caller
const SPENDING = { limits: { models: [], spending: { microCents: 1, period: 'day' } } } as unknown as Caller
const EXPIRING = { limits: { models: [], spending: null } } as unknown as Caller

const isRefused = (body: string, caller = LISTED) =>
  requireOneModel(caller, Buffer.from(body)).then(
    () => false,
    (error: { code: string }) => error.code === 'model_not_allowed',
  )

describe('a body that names its model', () => {
  test.each([
    ['twice', '{"model":"a","messages":[],"model":"b"}'],
    ['also in upper case', '{"model":"a","messages":[],"Model":"b"}'],
    ['also with escapes in upper case', '{"model":"a","\\u004dod\\u0065L":"b"}'],
    ['only in upper case', '{"MODEL":"a"}'],
    ['twice, once as null', '{"model":null,"model":"a"}'],
  ])('%s is refused for a key with models or a spending limit', async (_, body) => {
    expect(await isRefused(body)).toBe(true)
    expect(await isRefused(body, SPENDING)).toBe(true)
    expect(await isRefused(body, EXPIRING)).toBe(false)
    expect(await isRefused(body, { limits: null } as Caller)).toBe(false)
  })

  test.each([
    ['once', '{"model":"a","messages":[]}'],
    ['once, with escapes', '{"mod\\u0065l":"a"}'],
    [
      'once, beside fields of objects',
      '{"model":"a","tools":[{"model":{"Model":1}}],"metadata":{"MODEL":"b","model":"c"}}',
    ],
    [
      'once, beside values and text',
      '{"model":"a","x":["Model","model"],"input":"\\"Model\\":\\"b\\"","y":"model","z":"Model"}',
    ],
    ['once, and after its end', '{"model":"a"} {"Model":"b"}'],
    ['nowhere', '[]'],
  ])('%s is accepted', async (_, body) => {
    expect(await isRefused(body)).toBe(false)
  })

  test('a second time between any two parts of a long body is refused', async () => {
    const name = [...'Model'].map((letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join('')
    const start = '{"model":"a",'
    for (let before = 32 * 1024 - start.length - name.length - 2; before <= 32 * 1024 - start.length; before++) {
      expect(await isRefused(`${start}${' '.repeat(before)}"${name}":"b"}`)).toBe(true)
      expect(await isRefused(`${start}${' '.repeat(before)}"mode":"model"}`)).toBe(false)
    }
  })
})
