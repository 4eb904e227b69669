import fc from 'fast-check'
import type { WireFormat } from '../../conversation.ts'
import type { WireMessage } from '../talk.fixture.ts'

/** One step of an agent: a call, its result, and whether that is an error. */
export interface Step {
  readonly tool: 'Read' | 'Write' | 'cat' | 'lookup' | 'Bash'
  readonly path: string
  /** The written text, for a tool that writes. */
  readonly content?: string
  readonly output: string
  readonly isError: boolean
}

type Action =
  | { readonly kind: 'read' | 'cat' | 'lookup'; readonly file: number; readonly from: number; readonly count: number }
  | {
      readonly kind: 'edit'
      readonly file: number
      readonly line: number
      readonly text: string
      readonly isAdded: boolean
    }
  | { readonly kind: 'fail' | 'write'; readonly file: number }

const file = fc.nat(2)
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('read', 'cat', 'lookup'),
      file,
      from: fc.constantFrom(0, 0, 0, 7),
      count: fc.constantFrom(999, 999, 25),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('edit'),
      file,
      line: fc.nat(70),
      text: fc.constantFrom('', '  return undefined', 'x', 'const total = sum(rows)'),
      isAdded: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('fail', 'write'), file }) },
)

/** Steps of an agent that reads the same few files repeatedly while it changes them. */
export const steps: fc.Arbitrary<Step[]> = fc
  .array(action, { minLength: 12, maxLength: 90, size: 'max' })
  .map((actions) => {
    const files = [0, 1, 2].map((number) => Array.from({ length: SIZES[number]! }, (_, line) => lineOf(number, line)))
    return actions.flatMap((each) => stepsOf(each, files))
  })

/** Lines of each file. */
const SIZES = [60, 32, 14]

/** Files share some of their lines, and contain blank and short ones. */
function lineOf(number: number, line: number): string {
  if (line % 9 === 0) return ''
  if (line % 5 === 0) return '  }'
  if (line > 20 && line < 30) return `import { part${line} } from '../shared/part-${line}.ts'`
  return `  const value${line} = readValue('file ${number}', ${line * 31}) // as agreed`
}

function stepsOf(each: Action, files: string[][]): Step[] {
  const lines = files[each.file]!
  const path = `/src/module-${each.file}.ts`
  switch (each.kind) {
    case 'edit':
      lines.splice(Math.min(each.line, lines.length), each.isAdded ? 0 : 1, each.text)
      return []
    case 'fail':
      return [{ tool: 'Bash', path, output: lines.join('\n'), isError: true }]
    case 'write':
      return [{ tool: 'Write', path, content: lines.join('\n'), output: 'File is written.', isError: false }]
    case 'lookup': {
      const output = JSON.stringify({ path, lines: lines.slice(0, 12) }, null, 2)
      return [{ tool: 'lookup', path, output, isError: false }]
    }
    case 'cat': {
      const output = lines.slice(each.from, each.from + each.count).join('\n')
      return [{ tool: 'cat', path, output, isError: false }]
    }
    case 'read': {
      const shown = lines.slice(each.from, each.from + each.count)
      const numbered = shown.map((line, place) => `${String(each.from + place + 1).padStart(6)}→${line}`)
      return [{ tool: 'Read', path, output: numbered.join('\n') + REMINDER, isError: false }]
    }
    default:
      return each satisfies never
  }
}

const REMINDER = `

<system-reminder>
${'Take care that what you read is what you were asked to read. '.repeat(4)}
</system-reminder>
`

/** A talk in which a question is answered by these steps, some in parallel, with a user message now and then. */
export function agentTalk(format: WireFormat, all: readonly Step[]): WireMessage[] {
  const messages: WireMessage[] = [{ role: 'user', content: 'Tidy up the modules, please.' }]
  for (let place = 0, batch = 0; place < all.length; batch++) {
    const size = batch % 4 === 3 ? 2 : 1
    const group = all.slice(place, place + size)
    place += size
    if (format === 'openai-chat') pushChat(messages, group, batch)
    else pushMessages(messages, group, batch)
    if (batch % 7 === 6) messages.push(...INTERLUDE)
  }
  messages.push({ role: 'assistant', content: 'Done.' })
  return messages
}

const INTERLUDE: readonly WireMessage[] = [
  { role: 'assistant', content: 'I have looked at it and will go on.' },
  { role: 'user', content: 'Good. Go on with the next one.' },
]

function pushChat(messages: WireMessage[], group: readonly Step[], batch: number): void {
  const calls = group.map(({ tool, path, content }, place) => {
    return {
      id: `call_${batch}_${place}`,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify({ path, content }) },
    }
  })
  messages.push({ role: 'assistant', content: null, tool_calls: calls })
  for (const [place, { output, isError }] of group.entries()) {
    const content = isError ? `Error: exit code 1\n${output}` : output
    messages.push({ role: 'tool', tool_call_id: calls[place]!.id, content })
  }
}

function pushMessages(messages: WireMessage[], group: readonly Step[], batch: number): void {
  const id = (place: number): string => `toolu_${batch}_${place}`
  messages.push(
    {
      role: 'assistant',
      content: group.map(({ tool, path, content }, place) => ({
        type: 'tool_use',
        id: id(place),
        name: tool,
        input: { path, content },
      })),
    },
    {
      role: 'user',
      content: group.map(({ output, isError }, place) => {
        return { type: 'tool_result', tool_use_id: id(place), content: output, is_error: isError }
      }),
    },
  )
}
