import { describe, expect, test } from 'vitest'
import {
  call,
  type Item,
  itemsIn,
  output,
  reasoning,
  responsesBody,
  responsesView,
  said,
  user,
} from '../../test/responses-items.ts'
import { textAt, turnOf } from '../conversation.ts'
import { legalBoundaries } from '../fold/boundary.ts'
import { transcriptOf } from '../fold/conversation-transcript.ts'
import { splice } from './splice.ts'
import { findProblem } from './validate.ts'

const viewOf = (input: unknown, more: Item = {}) => responsesView(responsesBody(input, more))
const rolesOf = (input: unknown) => viewOf(input).messages.map(({ shape }) => shape.role)
const transcriptFor = (input: unknown) => transcriptOf(viewOf(input), () => 10)
const boundariesOf = (input: readonly unknown[]) => {
  const transcript = transcriptFor(input)
  return legalBoundaries(transcript, 0, transcript.length)
}

const SEARCH = { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'quay' } }

describe('the messages of a Responses request', () => {
  test('are the client’s items one by one, and each answer as a whole', () => {
    const input = [
      { role: 'developer', content: 'Be brief.' },
      user('List it.'),
      reasoning('rs_1'),
      said('I look.'),
      call('a'),
      call('b'),
      output('b'),
      output('a'),
      said('Done.'),
      user('Thanks.'),
    ]
    expect(rolesOf(input)).toEqual(['system', 'user', 'assistant', 'tool', 'tool', 'assistant', 'user'])
    const { messages } = viewOf(input)
    expect(messages[2]!.shape.parts.map(({ kind }) => kind)).toEqual(['thinking', 'text', 'tool-call', 'tool-call'])
    expect(turnOf(viewOf(input))).toBe(3)
  })

  test('are one user message if the input is a text', () => {
    const view = viewOf('When does "it" open?')
    const [message] = view.messages
    const [part] = message!.shape.parts
    expect([view.messages.length, message!.shape.role]).toEqual([1, 'user'])
    expect(part?.kind === 'text' && textAt(view, message!, part.leaf)).toBe('When does "it" open?')
  })

  test('have keys that ignore the client’s own notes', () => {
    const key = (item: Item) => viewOf([item]).messages[0]!.shape.key
    const marked = {
      id: 'msg_1',
      status: 'completed',
      internal_chat_message_metadata_passthrough: { turn_id: '7' },
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'Hi.', prompt_cache_breakpoint: { mode: 'explicit' } }],
    }
    expect(key(marked)).toBe(key({ role: 'user', content: 'Hi.' }))
    expect(key({ ...marked, role: 'developer' })).not.toBe(key(marked))
    const phase = (value: string | null) => key(said('Yes.', { phase: value }))
    expect(phase('commentary')).not.toBe(phase('final_answer'))
    expect(phase(null)).toBe(key(said('Yes.')))
  })

  test('identify reasoning by its id, since it is encrypted anew each time', () => {
    const key = (seal: string) =>
      viewOf([{ ...reasoning('rs_1'), encrypted_content: seal }, said('Yes.')]).messages[0]!.shape.key
    expect(key('one')).toBe(key('other'))
  })

  test.each<[string, Item, string]>([
    ['function_call', call('a'), '{"path":"/srv"}'],
    ['custom_tool_call', { type: 'custom_tool_call', call_id: 'a', name: 'sh', input: 'ls' }, 'ls'],
    ['shell_call', { type: 'shell_call', call_id: 'a', action: { commands: ['ls'] } }, '{"commands":["ls"]}'],
    ['apply_patch_call', { type: 'apply_patch_call', call_id: 'a', operation: { diff: '+1' } }, '{"diff":"+1"}'],
    ['mcp_approval_request', { type: 'mcp_approval_request', id: 'a', name: 'go', arguments: '{}' }, '{}'],
  ])('include a %s as an open call', (_type, item, text) => {
    const transcript = transcriptFor([user('Go.'), item])
    expect(transcript.callsOf(1)).toEqual(['a'])
    expect(transcript.piecesOf(1)).toMatchObject([{ kind: 'call', text }])
  })

  test.each<[string, Item, readonly string[]]>([
    ['text', output('a', 'one'), ['one']],
    ['parts', { ...output('a'), output: [{ type: 'input_text', text: 'one' }] }, ['one']],
    [
      'a shell',
      {
        type: 'shell_call_output',
        call_id: 'a',
        output: [{ stdout: 'one', stderr: 'two', outcome: { type: 'exit' } }],
      },
      ['one', 'two'],
    ],
    ['a screen', { type: 'computer_call_output', call_id: 'a', output: { type: 'computer_screenshot' } }, []],
    ['an approval', { type: 'mcp_approval_response', approval_request_id: 'a', approve: true }, []],
  ])('include the result of %s with its texts', (_what, item, texts) => {
    const transcript = transcriptFor([item])
    expect(transcript.roleOf(0)).toBe('tool')
    expect(transcript.answersOf(0)).toEqual(['a'])
    expect(transcript.piecesOf(0).map(({ text }) => text)).toEqual(texts)
  })

  test('contain pictures, files, refusals and cited texts that are never edited', () => {
    const parts = [
      { type: 'input_image', image_url: 'data:,' },
      { type: 'input_file', file_id: 'f' },
    ]
    const cited = { type: 'output_text', text: 'So.', annotations: [{ type: 'url_citation', url: 'x' }] }
    const input = [
      { role: 'user', content: parts },
      { type: 'message', role: 'assistant', content: [cited, { type: 'refusal', refusal: 'No.' }] },
    ]
    const { messages } = viewOf(input)
    expect(messages.flatMap(({ shape }) => shape.parts.map(({ kind }) => kind))).toEqual(Array(4).fill('opaque'))
    const transcript = transcriptFor(input)
    expect([transcript.opaqueKindsOf(0), transcript.opaqueKindsOf(1)]).toEqual([['image', 'file'], ['refusal']])
    expect(transcript.piecesOf(1).map(({ text }) => text)).toEqual(['So.'])
  })
})

describe('a fold of a Responses request', () => {
  test('may cut after answers and results, and never inside an answer', () => {
    const input = [user('a'), reasoning('rs_1'), call('1'), output('1'), said('b'), user('c')]
    expect(boundariesOf(input)).toEqual([3, 4])
  })

  test('never passes a call before its result, however late the result is', () => {
    const later = [call('1', { async: true }), user('Meanwhile?'), said('Wait.'), user('And now?'), said('Soon.')]
    expect(boundariesOf([user('a'), ...later])).toEqual([])
    expect(boundariesOf([user('a'), ...later, output('1')])).toEqual([7])
  })

  test('never passes an item of an unknown type, or a program', () => {
    for (const type of ['dream', 'dream_output', 'program', 'program_output']) {
      const item = { type, call_id: '1', id: 'x_1' }
      expect(boundariesOf([user('a'), said('b'), user('c'), item, user('d'), said('e')])).toEqual([2])
      // Reasoning and its results are not separated either.
      if (type !== 'dream_output') {
        expect(boundariesOf([user('a'), reasoning('rs_1'), item, user('d'), said('e')])).toEqual([])
      }
    }
  })

  test('reads the type of an unknown part, whatever its name', () => {
    const message = { type: 'message', role: 'user', content: [{ type: 'constructor' }] }
    expect(viewOf([message]).messages[0]!.shape).toMatchObject({ parts: [{ type: 'constructor' }], isKnown: false })
  })

  test('leaves items that instruct or load tools in place', () => {
    const kept = [
      { role: 'developer', content: 'Be brief.' },
      { type: 'additional_tools', role: 'developer', tools: [] },
      { type: 'configuration_update', reasoning: { effort: 'low' } },
      { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools: [] },
    ]
    const transcript = transcriptFor([user('a'), said('b'), ...kept.flatMap((item) => [user('c'), item, said('d')])])
    const indexes = Array.from({ length: transcript.length }, (_, index) => index)
    expect(indexes.filter((index) => transcript.isKept(index))).toEqual([3, 6, 9, 12])
  })

  test('counts tools that the provider loads as a part of the answer, and those before the first question as instructions', () => {
    const list = { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools: [] }
    const search = { type: 'tool_search_call', id: 'tsc_1', call_id: 'c', execution: 'client', arguments: {} }
    const found = { type: 'tool_search_output', call_id: 'c', execution: 'client', tools: [] }
    const developer = { role: 'developer', content: 'Be brief.' }
    expect(rolesOf([list, developer, user('a'), list, said('b')])).toEqual([
      'system',
      'system',
      'user',
      'assistant',
      'assistant',
    ])
    expect(rolesOf([user('a'), search, found, said('b')])).toEqual(['user', 'assistant', 'system', 'assistant'])
    // No cut is between the loaded tools and the words of the answer.
    expect(boundariesOf([user('a'), list, said('b'), user('c'), said('d')])).toEqual([3, 5])
  })

  test('keeps an answer that loads tools after reasoning, with the results of its calls', () => {
    const search = { type: 'tool_search_call', id: 'tsc_1', call_id: null, execution: 'server', arguments: {} }
    const found = { type: 'tool_search_output', id: 'tso_1', call_id: null, tools: [] }
    const input = [
      user('a'),
      reasoning('rs_1'),
      search,
      found,
      call('1'),
      output('1'),
      said('b'),
      call('2'),
      output('2'),
    ]
    const transcript = transcriptFor(input)
    expect(rolesOf(input)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool'])
    expect([0, 1, 2, 3, 4].map((index) => transcript.isKept(index))).toEqual([false, true, true, false, false])
  })

  test('begins after the newest compaction', () => {
    const compaction = { type: 'compaction', id: 'cmp_1', encrypted_content: 'sealed' }
    const input = [user('a'), user('b'), compaction, user('c'), said('d'), user('e')]
    expect(rolesOf(input)).toEqual(['system', 'system', 'system', 'user', 'assistant', 'user'])
    expect(viewOf(input).bypass).toBeUndefined()
  })
})

describe('reasoning that is dropped from an answer', () => {
  const drop = (input: readonly Item[]) => {
    const view = viewOf(input)
    const parts = view.messages[1]!.shape.parts
    const edits = parts.flatMap(({ kind }, part) =>
      kind === 'thinking' ? [{ kind: 'drop' as const, message: 1, part }] : [],
    )
    return splice(view, edits)
  }

  test('takes the ids of its results along, and no others', () => {
    const input = [
      { ...user('a'), id: 'msg_0' },
      said('Well.', { id: 'msg_1' }),
      reasoning('rs_1'),
      { ...said('I look.'), id: 'msg_2', phase: 'commentary' },
      { id: 'fc_1', ...call('1') },
      reasoning('rs_2'),
      { ...call('2'), id: 'fc_2' },
      output('1'),
      output('2'),
    ]
    const body = drop(input)
    expect(itemsIn(body)).toEqual([
      { ...user('a'), id: 'msg_0' },
      said('Well.', { id: 'msg_1' }),
      { ...said('I look.'), phase: 'commentary' },
      call('1'),
      call('2'),
      output('1'),
      output('2'),
    ])
    expect(findProblem('openai-responses', body)).toBeUndefined()
  })

  test.each<[string, readonly Item[]]>([
    ['a search of the provider', [reasoning('rs_1'), SEARCH, said('So.')]],
    ['nothing', [reasoning('rs_1')]],
    ['nothing, after a message', [said('Well.'), reasoning('rs_1')]],
    ['an item whose key "id" has an escape', [reasoning('rs_1'), said('So.', { id: 'msg_1' })]],
  ])('stays if it is followed by %s', (_what, answer) => {
    const body = responsesBody([user('a'), ...answer, user('b')]).replace('"id":"msg_1"', '"\\u0069d":"msg_1"')
    const transcript = transcriptOf(responsesView(body), () => 10)
    expect([transcript.hasThinking(1), transcript.thinkingOf(1)]).toEqual([true, []])
  })
})
