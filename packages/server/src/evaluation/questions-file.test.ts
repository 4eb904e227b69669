import { expect, test } from 'vitest'
import { readQuestions } from './questions-file.ts'

test('a fact has one wording or several', () => {
  const text =
    '{"ask":"Code?","facts":["4821"]}\n\n{"transcript":"a.json","ask":"When?","facts":[["17 October","October 17"]]}\n'
  expect(readQuestions(text)).toEqual([
    { transcript: undefined, ask: 'Code?', facts: [['4821']] },
    { transcript: 'a.json', ask: 'When?', facts: [['17 October', 'October 17']] },
  ])
})

test.each(['{"ask":"a secret","fact":["x"]}', 'a secret', '{"facts":["a secret"]}', '{"ask":"a secret","facts":"x"}'])(
  'the error for %s names the line and quotes nothing',
  (line) => {
    const read = () => readQuestions(`{"ask":"Code?"}\n${line}`)
    expect(read).toThrow(/^line 2 of the questions must be like/)
    expect(read).not.toThrow(/secret/)
  },
)
