import type { Script } from '../stand-in/desk.ts'
import type { Answer } from '../stand-in/scripted-answer.ts'
import type { Dialogue } from './dialogue.ts'
import { type AskOptions, ask, type Exchanged, type Item } from './responses-client.ts'
import type { Pleat } from './start-pleat.ts'

/** A script that calls a tool twice before its answer to every third question, and reasons before each step. */
export function lookingUp(dialogue: Dialogue): (body: Parameters<Script>[1]) => Answer {
  return (body) => {
    const input = body.input as readonly Item[]
    const question = input.findLastIndex(({ role }) => role === 'user')
    const number = Number(/question (\d+)\b/.exec(JSON.stringify(input[question]))?.[1] ?? 1)
    const steps = input.slice(question).filter(({ type }) => type === 'function_call_output').length
    const thinking = `Weighing step ${steps} of question ${number}.`
    if (number % 3 !== 0 || steps >= 2) return { thinking, text: dialogue.answer(number) }
    return { thinking, text: 'I look that up.', toolCalls: [{ name: 'look_up', input: { at: `${number}.${steps}` } }] }
  }
}

export interface ConverseOptions {
  readonly turns: number
  readonly fields?: object
  readonly headers?: AskOptions['headers']
  /** Converts an item of a response to the form in which the client sends it back. */
  readonly keep?: (item: Item) => Item
  readonly restartAt?: readonly number[]
  readonly fieldsOf?: (request: number) => object
}

/** A client that sends its whole history each time and runs the requested tools. */
export async function converse(
  pleat: Pleat,
  dialogue: Dialogue,
  options: ConverseOptions,
): Promise<{ played: Exchanged[]; input: Item[] }> {
  const { turns, fields, headers, keep = (item) => item, restartAt = [], fieldsOf } = options
  const input: Item[] = [{ role: 'developer', content: 'Help with the move.' }]
  const played: Exchanged[] = []
  for (let turn = 1; turn <= turns; turn++) {
    if (restartAt.includes(turn)) await pleat.restart()
    input.push({ role: 'user', content: `This is question ${turn} of mine. ${dialogue.question(turn)}` })
    for (;;) {
      const { url, key } = pleat
      const more = { ...fields, ...fieldsOf?.(played.length) }
      const exchanged = await ask(input, { url, key, fields: more, ...(headers && { headers }) })
      played.push(exchanged)
      input.push(...exchanged.output.map(keep))
      const calls = exchanged.output.filter(({ type }) => type === 'function_call')
      for (const { call_id } of calls) {
        input.push({ type: 'function_call_output', call_id, output: dialogue.answer(turn + 500) })
      }
      if (calls.length === 0) break
    }
  }
  return { played, input }
}
