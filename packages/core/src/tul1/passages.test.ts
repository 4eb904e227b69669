import { describe, expect, it } from 'vitest'
import { passagesOf } from './passages.ts'

function kindsOf(content: string): string[] {
  return passagesOf(content).map(({ kind }) => kind)
}

describe('passagesOf', () => {
  it('distinguishes prose from fenced text, by the name of the fence or its content', () => {
    expect(kindsOf('Look:\n```js\nlet a = 1\n```\nDone.')).toEqual(['prose', 'code', 'prose'])
    expect(kindsOf('```json\n{"a": 1}\n```')).toEqual(['json'])
    expect(kindsOf('```\n[INFO] up\n[ERROR] down\n```')).toEqual(['log'])
    expect(kindsOf('```\nlet a = 1;\n```')).toEqual(['code'])
  })

  it('finds code, tables, logs and JSON without fences', () => {
    expect(kindsOf('| a | b |\n|---|---|\n| 1 | 2 |')).toEqual(['table'])
    expect(kindsOf('Traceback (most recent call last):\n  File "a.py", line 3, in f\nValueError: no')).toEqual(['log'])
    expect(kindsOf('{"id": 1, "ok": true}')).toEqual(['json'])
    expect(kindsOf('const a = 1;\nconst b = 2;\nrun(a, b);')).toEqual(['code'])
  })

  it('recognises lists, letters and verse as prose', () => {
    expect(kindsOf('- milk\n- eggs')).toEqual(['prose'])
    expect(kindsOf('Dear Tom,\nthank you.\nBest,\nNina')).toEqual(['prose'])
    expect(kindsOf('Roses are red,\nviolets are blue,\nsugar is sweet.')).toEqual(['prose'])
  })

  it('closes a fence only with at least as many marks as opened it', () => {
    const content = '`````md\nText.\n```js\nlet a = 1\n```\nMore.\n`````\nThe garden is open on Sundays.'
    const found = passagesOf(content)
    expect(found).toHaveLength(2)
    expect(content.slice(found[1]!.start)).toBe('The garden is open on Sundays.')
    expect(found[1]!.kind).toBe('prose')
  })

  it('extends an unclosed fence to the end', () => {
    const content = 'See\n```ts\nlet a = 1\n'
    expect(passagesOf(content).at(-1)).toMatchObject({ kind: 'code', end: content.length })
  })

  it('opens no fence at inline code', () => {
    expect(kindsOf('```abc``` opens the door.\nThe garden is open on Sundays.')).toEqual(['prose'])
  })

  it('separates quoted lines', () => {
    expect(kindsOf('> I think so.\nNo.')).toEqual(['quote', 'prose'])
  })
})
