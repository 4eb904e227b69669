import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { ask, type Exchanged, type Item } from './harness/responses-client.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import type { Script } from './stand-in/desk.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const MODEL = 'gpt-5.6'
const STEPS = 5
const dialogue = createDialogue(43)

let standIn: StandIn
let pleat: Pleat

/** Calls `STEPS` commands for each question, with reasoning before each. */
const script: Script = (_kind, body) => {
  const input = body.input as readonly Item[]
  const question = input.findLastIndex(({ role }) => role === 'user')
  const steps = input.slice(question).filter(({ type }) => type === 'function_call_output').length
  const number = input.filter(({ role }) => role === 'user').length
  if ((body.tools as unknown[]).length === 0 || steps >= STEPS)
    return { thinking: 'So it is.', text: dialogue.answer(number) }
  const command = `rg -n depot-${number}-${steps}`
  return { thinking: `Step ${steps}.`, toolCalls: [{ name: 'exec_command', input: { cmd: command } }] }
}

beforeAll(async () => {
  standIn = await startStandIn({ answer: script })
  pleat = await startPleat({ providerUrl: standIn.url })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

/** A conversation as Codex stores and sends it, in the form of version 0.169. */
class Codex {
  readonly input: Item[]
  readonly played: Exchanged[] = []
  readonly thread: string
  #window = 0
  #count = 0
  #turn = 0

  constructor(thread: string) {
    this.thread = thread
    const base = Array.from({ length: 40 }, (_, index) => dialogue.answer(index + 700)).join('\n')
    this.input = [
      this.#said('developer', base),
      this.#said('developer', 'Approvals are on request. Skills: none.'),
      this.#said(
        'user',
        '<environment_context>\n  <cwd>/srv/depot</cwd>\n  <shell>bash</shell>\n</environment_context>',
      ),
    ]
  }

  async turn(text: string): Promise<void> {
    this.#turn++
    this.input.push(this.#said('user', text))
    for (;;) {
      const { output } = await this.#send({ tools: [TOOL], parallel_tool_calls: true })
      this.input.push(...output.map(asResent))
      const calls = output.filter(({ type }) => type === 'function_call')
      if (calls.length === 0) return
      for (const { call_id } of calls) {
        const printed = Array.from({ length: 4 }, (_, index) => dialogue.answer(this.#count + index)).join('\n')
        this.input.push({ type: 'function_call_output', id: this.#id('fco'), call_id, output: printed, ...this.#own() })
      }
    }
  }

  /** Codex's own compaction: the same path without tools, and a last message that asks for a summary. */
  async compactHere(): Promise<Exchanged> {
    const question = this.#said('user', 'Write a summary to hand over to another model that will go on with the task.')
    return await this.#send({ tools: [], parallel_tool_calls: false }, [...this.input, question], 'compaction')
  }

  /** The provider's compaction, requested by the last item. The client's messages and a sealed summary remain. */
  async compactThere(): Promise<Exchanged> {
    const input = [...this.input, { type: 'compaction_trigger' }]
    const exchanged = await this.#send({ tools: [TOOL], parallel_tool_calls: true }, input)
    const kept = this.input.filter(({ role }) => role === 'developer' || role === 'user')
    this.input.splice(0, this.input.length, ...kept, { type: 'compaction', id: 'cmp_1', encrypted_content: 'sealed' })
    this.#window++
    return exchanged
  }

  async #send(fields: object, input: readonly Item[] = this.input, kind = 'turn'): Promise<Exchanged> {
    const number = ++this.#count
    const times = [
      ['turn_id', `${this.#turn}`],
      ['started_at', `${1_795_000_000 + number}`],
      [`attempt_${number}`, 'x'],
    ]
    const exchanged = await ask(input, {
      url: pleat.url,
      key: pleat.key,
      fields: {
        model: MODEL,
        stream: true,
        ...fields,
        tool_choice: 'auto',
        reasoning: { effort: 'medium' },
        include: ['reasoning.encrypted_content'],
        prompt_cache_key: this.thread,
        text: { verbosity: 'low' },
        // The order of the members alternates.
        client_metadata: Object.fromEntries(number % 2 === 0 ? times : times.reverse()),
      },
      headers: {
        'session-id': this.thread,
        'thread-id': this.thread,
        'x-client-request-id': this.thread,
        'x-codex-window-id': `${this.thread}:${this.#window}`,
        'x-codex-turn-metadata': JSON.stringify({ turn_id: `${this.#turn}`, request_kind: kind, n: number }),
        originator: 'codex_cli_rs',
      },
    })
    expect(exchanged.response.status).toBe(200)
    this.played.push(exchanged)
    return exchanged
  }

  #said(role: string, text: string): Item {
    const content = [{ type: 'input_text', text }]
    return { type: 'message', id: this.#id('msg'), role, content, ...this.#own() }
  }

  #id(prefix: string): string {
    return `${prefix}_0198c0de-${this.thread}-${String(++this.#count).padStart(6, '0')}`
  }

  /** Codex's own data on items, which the provider does not show to the model. */
  #own(): object {
    const noted = { turn_id: `${this.#turn}`, create_time: 1_795_000_000 + this.#count, content_item_kinds: ['text'] }
    return { internal_chat_message_metadata_passthrough: noted }
  }
}

const TOOL = { type: 'function', name: 'exec_command', parameters: { type: 'object' }, strict: false }

/** Codex returns reasoning with its own members. */
function asResent(item: Item): Item {
  const { status: _, ...rest } = item
  return item.type === 'reasoning' ? { ...rest, content: null } : rest
}

/** The items of a request as sent. */
const sentItems = (index: number): string[] =>
  (standIn.requests[index]!.json as { readonly input: readonly Item[] }).input.map((item) => JSON.stringify(item))

describe('a session of Codex', () => {
  test('of three turns, resumed after a restart, sends earlier items in the same bytes between folds', async () => {
    const already = standIn.requests.length
    const codex = new Codex('thread-one')
    for (let turn = 1; turn <= 3; turn++) await codex.turn(`${dialogue.question(turn)} Look it up.`)
    await pleat.restart()
    for (let turn = 4; turn <= 6; turn++) await codex.turn(`${dialogue.question(turn)} Look it up.`)
    expect(standIn.refusals()).toEqual([])
    expect(standIn.requests.length - already).toBe(codex.played.length)
    let moved = 0
    for (let index = already + 1; index < standIn.requests.length; index++) {
      const [before, now] = [sentItems(index - 1), sentItems(index)]
      if (now.slice(0, before.length).join() === before.join()) continue
      moved++
      // The fold never moves while commands run.
      expect(now.at(-1)).toContain('"role":"user"')
    }
    expect(moved).toBeLessThan(6)
    const lost = codex.played.flatMap(({ response }) => response.body.toString('utf8').match(/prefix_mismatch/g) ?? [])
    expect(lost).toEqual([])
    const sessions = new Set(codex.played.map(({ savings }) => savings.sessionId))
    expect(sessions.size).toBe(1)
    expect(Math.max(...codex.played.map(({ savings }) => savings.percent))).toBeGreaterThan(20)
  })

  test('requesting a summary without tools is sent unchanged, and later turns are folded as before', async () => {
    const codex = new Codex('thread-two')
    for (let turn = 1; turn <= 5; turn++) await codex.turn(dialogue.question(turn))
    const { given, savings } = await codex.compactHere()
    expect(standIn.requests.at(-1)!.body.toString('utf8')).toBe(given)
    expect([savings.saved, savings.compression]).toEqual([0, 'compaction'])
    await codex.turn(dialogue.question(6))
    const first = standIn.requests.length - 1 - STEPS
    // Folded turns stay folded, and the session's set-up stays in front of them.
    const sent = sentItems(first).join()
    expect(sent).toContain('[Record')
    expect(sent.length).toBeLessThan(JSON.stringify(codex.input).length / 1.5)
    expect(sentItems(first).slice(0, 2)).toEqual(codex.input.slice(0, 2).map((item) => JSON.stringify(item)))
    expect(standIn.refusals()).toEqual([])
  })

  test('compacted by its provider is sent unchanged, and folded anew after the sealed summary', async () => {
    const codex = new Codex('thread-three')
    for (let turn = 1; turn <= 5; turn++) await codex.turn(dialogue.question(turn))
    const { given, savings } = await codex.compactThere()
    expect(standIn.requests.at(-1)!.body.toString('utf8')).toBe(given)
    expect([savings.saved, savings.compression]).toEqual([0, 'compaction_trigger'])
    const window = codex.input.map((item) => JSON.stringify(item))
    for (let turn = 6; turn <= 12; turn++) await codex.turn(dialogue.question(turn))
    const sent = sentItems(standIn.requests.length - 1)
    expect(sent.slice(0, window.length)).toEqual(window)
    expect(sent.slice(window.length).join()).toContain('[Record')
    expect(standIn.refusals()).toEqual([])
  })
})
