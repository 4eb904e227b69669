/**
 * A reader of sent requests that knows only the marks. It finds the target of every reference in the same request, which proves
 * that nothing is lost.
 */

interface Input {
  readonly path: string
  readonly content?: string
}

interface Block {
  readonly type: string
  readonly id?: string
  readonly name?: string
  readonly input?: Input
  readonly tool_use_id?: string
  readonly content?: string
}

interface Message {
  readonly role: string
  readonly content: string | readonly Block[] | null
  readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[]
  readonly tool_call_id?: string
}

/** A tool's output in a request with its call and turn, or the input of the call. */
export interface Output {
  readonly isGiven: boolean
  readonly callId: string
  readonly name: string
  readonly turn: number
  readonly text: string
}

/** The outputs of a request with the messages in `body`, which asks for turn `turn`. */
export function outputsOf(body: string, turn: number): Output[] {
  const { messages } = JSON.parse(body) as { messages: readonly Message[] }
  const names = new Map<string, string>()
  const outputs: Output[] = []
  let answersLeft = messages.filter(({ role }) => role === 'assistant').length
  for (const message of messages) {
    if (message.role === 'assistant') answersLeft--
    for (const { id, function: called } of message.tool_calls ?? [])
      call(id, called.name, JSON.parse(called.arguments) as Input)
    if (message.role === 'tool') result(message.tool_call_id!, message.content as string)
    if (!Array.isArray(message.content)) continue
    for (const block of message.content as readonly Block[]) {
      if (block.type === 'tool_use') call(block.id!, block.name!, block.input!)
      if (block.type === 'tool_result') result(block.tool_use_id!, block.content!)
    }
  }
  return outputs

  function call(callId: string, tool: string, { path, content }: Input): void {
    names.set(callId, `${tool} ${path}`)
    // An answer belongs to the turn that requested it.
    const given = { isGiven: true, callId, name: `${tool} ${path} (content)`, turn: turn - answersLeft - 1 }
    if (content !== undefined) outputs.push({ ...given, text: content })
  }

  function result(callId: string, text: string): void {
    outputs.push({ isGiven: false, callId, name: names.get(callId)!, turn: turn - answersLeft, text })
  }
}

/** A line with its number. */
export type Line = readonly [label: number, text: string]

const WHOLE = /^\[unchanged: the same (?:\d+ lines )?as in turn (\d+)'s (.*)\]$/
const PART =
  /^\[lines (\d+)-(\d+)(?: unchanged: the same as in|: the same as lines (\d+)-(\d+) of) turn (\d+)'s (.*)\]$/

const LAST = /^\[last (?:(\d+) lines|line): as before\]$/

export function hasReference(text: string): boolean {
  return text.split('\n').some((line) => WHOLE.test(line) || PART.test(line) || LAST.test(line))
}

/** The output that another one replaces as a whole. Undefined if there is none. */
export function wholeSource(output: Output, all: readonly Output[]): Output | undefined {
  const match = WHOLE.exec(output.text)
  return match ? sourceOf(match[1]!, match[2]!, all) : undefined
}

/** All lines of an output that is not JSON, including referenced ones. */
export function linesOf(output: Output, all: readonly Output[]): Line[] {
  const whole = wholeSource(output, all)
  if (whole) return literalLines(whole)
  const last = (count: number): string[] => {
    const outputs = all.filter(({ isGiven }) => !isGiven)
    const before = outputs[outputs.indexOf(output) - 1]
    if (!before) throw new Error('no output precedes this one')
    return linesOf(before, all)
      .slice(-count)
      .map(([, text]) => text)
  }
  return walk(output.text, last, (match) => {
    const [, from, to, sourceFrom = from, sourceTo = to, turn, name] = match
    const known = new Map(literalLines(sourceOf(turn!, name!, all)))
    const lines: Line[] = []
    for (let label = Number(sourceFrom); label <= Number(sourceTo); label++) {
      const text = known.get(label)
      if (text === undefined) throw new Error(`line ${label} is not in the referenced output`)
      lines.push([Number(from) + lines.length, text])
    }
    if (lines.length !== Number(to) - Number(from) + 1) throw new Error('the ranges differ')
    return lines
  })
}

/** The lines that an output itself contains. */
function literalLines(output: Output): Line[] {
  const notHere = (count: number): string[] => Array.from({ length: count }, () => '\0')
  return walk(output.text, notHere, (match) => {
    const [, from, to] = match
    return Array.from({ length: Number(to) - Number(from) + 1 }, (_, step): Line => [Number(from) + step, '\0'])
  }).filter(([, text]) => text !== '\0')
}

function sourceOf(turn: string, name: string, all: readonly Output[]): Output {
  const found = all.filter((output) => output.turn === Number(turn) && output.name === name)
  if (found.length !== 1) throw new Error(`${found.length} outputs are called so`)
  if (WHOLE.test(found[0]!.text)) throw new Error('the target of a reference is a reference')
  return found[0]!
}

function walk(text: string, last: (count: number) => string[], expand: (match: RegExpExecArray) => Line[]): Line[] {
  const lines: Line[] = []
  let next = 1
  for (const line of text.split('\n')) {
    const end = LAST.exec(line)
    const number = /^\[line (\d+)\]$/.exec(line)
    const again = /^\[the same line (\d+) more times\]$/.exec(line)
    const part = PART.exec(line)
    const numbered = /^ *(\d+)→(.*)$/.exec(line)
    if (numbered) {
      lines.push([Number(numbered[1]), numbered[2]!])
      next = Number(numbered[1]) + 1
    } else if (number) next = Number(number[1])
    else if (again) for (let time = 0; time < Number(again[1]); time++) lines.push([next++, lines.at(-1)![1]])
    else if (part) {
      lines.push(...expand(part))
      next = lines.at(-1)![0] + 1
    } else if (end) for (const text of last(Number(end[1] ?? 1))) lines.push([next++, text])
    else lines.push([next++, line])
  }
  return lines
}
