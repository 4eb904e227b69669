import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { loadStaticVectors } from './static-vectors-file.ts'

test('the committed table is complete and ready for use', () => {
  const { dimensions, embed, similarity } = loadStaticVectors()
  expect(dimensions).toBe(128)
  expect(similarity(embed('The car broke down.'), embed('Our vehicle stopped working.'))).toBeGreaterThan(0.3)
})

test('another process computes the same vectors', () => {
  const text = 'We moved the café’s database to Postgres in 2021; never delete orderTotals.'
  const script = `
    const { loadStaticVectors } = await import(${JSON.stringify(new URL('./static-vectors-file.ts', import.meta.url).href)})
    console.log(JSON.stringify([...loadStaticVectors().embed(${JSON.stringify(text)})]))`
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual([...loadStaticVectors().embed(text)])
})
