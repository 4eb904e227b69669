import { createDialogue, reference } from '../../test/harness/dialogue.ts'
import type { Script } from '../../test/stand-in/desk.ts'
import type { JsonObject } from '../../test/stand-in/json-object.ts'
import type { Answer, ScriptedCall } from '../../test/stand-in/scripted-answer.ts'
import type { TrialTurn } from './client-trial.ts'

const TURNS = 12
/** Every third turn calls a tool. */
const WITH_TOOL = 3

const dialogue = createDialogue(23)

export const TRIAL_TURNS: readonly TrialTurn[] = Array.from({ length: TURNS }, (_, index) => {
  const number = index + 1
  return {
    number,
    question: `This is question ${number}. ${dialogue.question(number)}`,
    reference: reference(number),
    result: dialogue.answer(number + 100),
  }
})

/** The input of a tool call in a turn, by the name of the tool. */
const INPUTS: Readonly<Record<string, (turn: number) => object>> = {
  depot: (gate) => ({ gate }),
  exec_command: (turn) => ({ cmd: commandOf(turn) }),
  shell_command: (turn) => ({ command: commandOf(turn) }),
  shell: (turn) => ({ command: ['sh', '-c', commandOf(turn)] }),
  Bash: (turn) => ({ command: commandOf(turn), description: 'Read the valves' }),
  bash: (turn) => ({ command: commandOf(turn), description: 'Read the valves' }),
  run_shell_command: (turn) => ({ command: commandOf(turn), description: 'Read the valves', is_background: false }),
  run_commands: (turn) => ({ commands: [commandOf(turn)] }),
  execute_command: (turn) => ({ command: commandOf(turn), requires_approval: false }),
}

const commandOf = (turn: number) => `seq -f "reading %g of valve ${turn}07 at gate ${turn} is in order" 1 40`

/** A prompt that needs one tool step per turn, for agents that cannot resume a conversation. */
export const LONG_TASK = {
  prompt: 'This is one long task: look at all twelve gates, one after the other, and say what you find.',
  /** Occurs only in the last answer. */
  reference: reference(TURNS + 1),
}

/** Answers the question of a turn by its number. In every third turn, it calls a tool first. */
export const answerTrial: Script = (kind, body) => {
  if (kind !== 'chat' && kind !== 'messages' && kind !== 'responses') return { text: 'OK.' }
  const items = (body.messages ?? body.input) as readonly JsonObject[] | string
  const list = Array.isArray(items) ? items : [{ role: 'user', content: items }]
  const asked = list.findLastIndex((item) => QUESTION.test(textOf(item)))
  if (list.some((item) => textOf(item).includes('This is one long task'))) return stepOfLongTask(body, list)
  // A request for a title or a summary is not part of the conversation.
  if (asked < 0) return { text: 'A title' }
  const turn = Number([...textOf(list[asked]!).matchAll(ALL_QUESTIONS)].at(-1)![1])
  const thinking = kind === 'chat' ? {} : { thinking: 'So.' }
  const call = turn % WITH_TOOL === 0 && !hasResult(list.slice(asked)) ? callOf(body, turn) : undefined
  if (call) return { ...thinking, text: 'I look.', toolCalls: [call] }
  return { ...thinking, text: dialogue.answer(turn) }
}

function stepOfLongTask(body: JsonObject, list: readonly JsonObject[]): Answer {
  const step = 1 + list.filter((item) => hasResult([item])).length
  const call = step <= TURNS ? callOf(body, step) : undefined
  return call ? { text: `I look at gate ${step}.`, toolCalls: [call] } : { text: dialogue.answer(TURNS + 1) }
}

const QUESTION = /This is question (\d+)\./
const ALL_QUESTIONS = /This is question (\d+)\./g

function textOf(item: JsonObject): string {
  return item.role === 'user' ? JSON.stringify(item.content) : ''
}

function hasResult(items: readonly JsonObject[]): boolean {
  return items.some(
    ({ type, role, content }) =>
      role === 'tool' || String(type).endsWith('_output') || JSON.stringify(content ?? '').includes('"tool_result"'),
  )
}

function callOf({ tools }: JsonObject, turn: number): ScriptedCall | undefined {
  const names = ((tools ?? []) as readonly JsonObject[]).map((tool) =>
    String((tool.function as JsonObject)?.name ?? tool.name),
  )
  const name = names.find((each) => Object.hasOwn(INPUTS, each))
  return name === undefined ? undefined : { name, input: INPUTS[name]!(turn) }
}
