import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTranscript, TranscriptError } from './read-transcript.ts'

const plain = [
  { role: 'user', content: 'a question' },
  { role: 'assistant', content: 'an answer' },
]

describe('reading a transcript', () => {
  it('reads messages in a list, in an object, or one per line', () => {
    const expected = { format: 'messages', messages: plain }
    expect(readTranscript(JSON.stringify(plain))).toEqual(expected)
    expect(readTranscript(JSON.stringify({ model: 'gpt-4o', messages: plain }))).toEqual({
      ...expected,
      model: 'gpt-4o',
    })
    expect(readTranscript(plain.map((message) => JSON.stringify(message)).join('\n'))).toEqual(expected)
  })

  it('ignores a byte order mark', () => {
    const lines = plain.map((message) => JSON.stringify(message)).join('\n')
    for (const text of [lines, JSON.stringify(plain)]) {
      expect(readTranscript(`\ufeff${text}`)).toEqual({ format: 'messages', messages: plain })
    }
  })

  it('reads messages of the chat completions API', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'look_up', arguments: '{"id":7}' } }
    const messages = [
      { role: 'system', content: 'be brief' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'what is 7?' },
          { type: 'image_url', image_url: { url: 'data:' } },
        ],
      },
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'seven' },
      { role: 'assistant', content: 'It is seven.' },
    ]
    expect(readTranscript(JSON.stringify({ messages })).messages).toEqual([
      { role: 'user', content: 'what is 7?' },
      { role: 'assistant', content: 'Called look_up: {"id":7}\nTool result: seven' },
      { role: 'assistant', content: 'It is seven.' },
    ])
  })

  it('reads messages of the messages API', () => {
    const messages = [
      { role: 'user', content: 'read it' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm' },
          { type: 'tool_use', id: 't', name: 'Read', input: { a: 1 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 't', content: 'its text' },
          { type: 'text', text: 'and now?' },
        ],
      },
    ]
    expect(readTranscript(JSON.stringify({ system: 's', messages })).messages).toEqual([
      { role: 'user', content: 'read it' },
      { role: 'assistant', content: 'Called Read: {"a":1}\nTool result: its text' },
      { role: 'user', content: 'and now?' },
    ])
  })

  it('reads the records of Codex', () => {
    const item = (payload: object) =>
      JSON.stringify({ timestamp: '2026-11-20T00:00:00Z', type: 'response_item', payload })
    const text = [
      JSON.stringify({ type: 'session_meta', payload: { id: 's' } }),
      item({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'permissions' }] }),
      item({
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '<environment_context>cwd</environment_context>' }],
      }),
      item({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'list the files' }] }),
      item({ type: 'reasoning', summary: [], encrypted_content: 'zzz' }),
      item({ type: 'function_call', name: 'shell', arguments: '{"command":["ls"]}', call_id: 'c' }),
      item({ type: 'function_call_output', call_id: 'c', output: 'a.txt' }),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'One file.' }] }),
      JSON.stringify({ type: 'event_msg', payload: { type: 'agent_message', message: 'One file.' } }),
    ].join('\n')
    expect(readTranscript(text)).toEqual({
      format: 'codex',
      messages: [
        { role: 'user', content: 'list the files' },
        { role: 'assistant', content: 'Called shell: {"command":["ls"]}\nTool result: a.txt' },
        { role: 'assistant', content: 'One file.' },
      ],
    })
  })

  describe('of Codex with turns that were taken back', () => {
    const record = (type: string, payload: object) => JSON.stringify({ type, payload })
    const item = (role: string, text: string) =>
      record('response_item', { type: 'message', role, content: [{ type: 'input_text', text }] })
    const back = (turns: number) => record('event_msg', { type: 'thread_rolled_back', num_turns: turns })
    const turn = (name: string) => [item('user', name), item('assistant', `${name} answered`)]
    const notTurns = [
      item('user', '<environment_context>cwd</environment_context>'),
      item('user', '<user_shell_command>ls</user_shell_command>'),
      item('user', '<subagent_notification>done</subagent_notification>'),
    ]

    it.each([
      ['the last one', [...turn('a'), ...turn('b'), back(1), ...turn('c')], ['a', 'c']],
      ['several', [...turn('a'), ...turn('b'), ...turn('c'), back(2), ...turn('d')], ['a', 'd']],
      ['one after another', [...turn('a'), ...turn('b'), back(1), ...turn('c'), back(2), ...turn('d')], ['d']],
      ['more than there are', [...turn('a'), back(7), ...turn('b')], ['b']],
      ['none', [...turn('a'), back(0), ...turn('b')], ['a', 'b']],
      ['a turn with added context', [...turn('a'), ...turn('b'), ...notTurns, back(1), ...turn('c')], ['a', 'c']],
    ])('leaves out %s', (_, lines, expected) => {
      const asked = readTranscript(lines.join('\n')).messages.filter(({ role }) => role === 'user')
      expect(asked.map(({ content }) => content)).toEqual(expected)
    })

    it('counts the messages of other agents as Codex does', () => {
      const message = record('response_item', { type: 'agent_message', author: '/root/helper', content: [] })
      const text = [...turn('a'), message, item('assistant', 'thanks'), back(1)].join('\n')
      expect(readTranscript(text).messages.map(({ content }) => content)).toEqual(['a', 'a answered'])
    })
  })

  it('reads the records of Qwen Code', () => {
    const record = (uuid: string, parentUuid: string | null, rest: object) =>
      JSON.stringify({ uuid, parentUuid, sessionId: 's', ...rest })
    const parts = (role: string, ...list: object[]) => ({ message: { role, parts: list } })
    const text = [
      record('1', null, { type: 'user', ...parts('user', { text: 'list the files' }) }),
      record('2', '1', {
        type: 'assistant',
        ...parts('model', { text: 'thinking', thought: true }, { functionCall: { name: 'ls', args: {} } }),
      }),
      record('3', '2', {
        type: 'tool_result',
        ...parts('user', { functionResponse: { id: 'c', name: 'ls', response: { output: 'a.txt' } } }),
      }),
      record('4', '3', { type: 'system', subtype: 'ui_telemetry' }),
      record('5', '4', { type: 'assistant', ...parts('model', { text: 'One file.' }) }),
    ].join('\n')
    expect(readTranscript(text)).toEqual({
      format: 'qwen-code',
      messages: [
        { role: 'user', content: 'list the files' },
        { role: 'assistant', content: 'Called ls: {}\nTool result: a.txt' },
        { role: 'assistant', content: 'One file.' },
      ],
    })
  })

  it('reads the messages of opencode', () => {
    const messages = [
      {
        info: { role: 'user', id: 'm1' },
        parts: [
          { type: 'text', text: 'list' },
          { type: 'text', text: 'added', synthetic: true },
        ],
      },
      {
        info: { role: 'assistant', id: 'm2' },
        parts: [
          { type: 'step-start' },
          { type: 'reasoning', text: 'hm' },
          { type: 'tool', tool: 'bash', state: { status: 'completed', input: { command: 'ls' }, output: 'a.txt' } },
          { type: 'text', text: 'One file.' },
        ],
      },
    ]
    expect(readTranscript(JSON.stringify(messages)).messages).toEqual([
      { role: 'user', content: 'list' },
      { role: 'assistant', content: 'Called bash: {"command":"ls"}\nTool result: a.txt\nOne file.' },
    ])
  })

  it('leaves out summaries of opencode if the list contains the messages before them', () => {
    const message = (info: object, text: string) => ({ info, parts: [{ type: 'text', text }] })
    const summary = message({ role: 'assistant', summary: true }, 'A summary of it all')
    const after = message({ role: 'user', summary: { diffs: [] } }, 'after')
    const read = (list: readonly object[]) =>
      readTranscript(JSON.stringify(list)).messages.map(({ content }) => content)
    expect(read([message({ role: 'user' }, 'before'), summary, after])).toEqual(['before', 'after'])
    expect(read([summary, after])).toEqual(['A summary of it all', 'after'])
  })

  it('refuses other input without quoting it', () => {
    for (const text of ['', 'private words', '{"secret":1}', '[1,2]', '[]', '{"messages":[{"content":"secret"}]}']) {
      expect(() => readTranscript(text)).toThrow(TranscriptError)
      expect(() => readTranscript(text)).not.toThrow(/secret|private/)
    }
  })

  it('throws only a TranscriptError, for any input', () => {
    const records = fc.array(
      fc.record(
        {
          type: fc.constantFrom('user', 'assistant', 'system', 'response_item'),
          uuid: fc.string(),
          message: fc.jsonValue(),
          payload: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          records.map((list) => list.map((each) => JSON.stringify(each)).join('\n')),
        ),
        (text) => {
          try {
            for (const { role, content } of readTranscript(text).messages) {
              expect(['user', 'assistant']).toContain(role)
              expect(content.trim()).not.toBe('')
            }
          } catch (error) {
            expect(error).toBeInstanceOf(TranscriptError)
          }
        },
      ),
    )
  })
})
