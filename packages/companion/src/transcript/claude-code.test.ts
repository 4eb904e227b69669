import { describe, expect, it } from 'vitest'
import { claudeTranscript } from '../../test/claude-transcript.ts'
import { readTranscript } from './read-transcript.ts'

const said = (text: string) => [{ type: 'text', text }]
const read = (text: string) => readTranscript(text).messages.map(({ role, content }) => `${role}: ${content}`)

describe('a transcript of Claude Code', () => {
  it('is read along the newest branch', () => {
    const transcript = claudeTranscript()
    transcript.user('first question')
    const answer = transcript.assistant(said('first answer'))
    transcript.user('a question that was taken back')
    transcript.assistant(said('an answer that was taken back'))
    transcript.from(answer)
    transcript.user('second question')
    transcript.assistant(said('second answer'))
    expect(read(transcript.text())).toEqual([
      'user: first question',
      'assistant: first answer',
      'user: second question',
      'assistant: second answer',
    ])
  })

  it('leaves out side chains, meta messages, thinking, reminders and output of local commands', () => {
    const transcript = claudeTranscript()
    transcript.user('the question<system-reminder>\nnot typed\n</system-reminder>')
    transcript.user('for a sub-agent', { isSidechain: true, agentId: 'a1' })
    transcript.assistant(said('of a sub-agent'), { isSidechain: true, agentId: 'a1' })
    transcript.user('Caveat: not typed either', { isMeta: true })
    transcript.user('<local-command-stdout>lines</local-command-stdout>')
    transcript.user(
      '<command-name>/compact</command-name><command-message>compact</command-message><command-args></command-args>',
    )
    transcript.user('<command-name>/review</command-name><command-args>pull request 12</command-args>')
    transcript.assistant([{ type: 'thinking', thinking: 'secret thoughts', signature: 'x' }, ...said('the answer')])
    expect(read(transcript.text())).toEqual([
      'user: the question',
      'user: /review pull request 12',
      'assistant: the answer',
    ])
  })

  it.each(['rename Array<string> to Names', 'explain </div>', 'quote <command-args>x</command-args> here'])(
    'keeps the arguments of a command as they were typed: %s',
    (typed) => {
      const transcript = claudeTranscript()
      transcript.user(`<command-name>/review</command-name>\n<command-args>${typed}</command-args>`)
      expect(read(transcript.text())).toEqual([`user: /review ${typed}`])
    },
  )

  it('reads the messages before a compaction, and ignores the summary that replaces them', () => {
    const transcript = claudeTranscript()
    transcript.user('before')
    const last = transcript.assistant(said('answer before'))
    transcript.from(null)
    transcript.record({
      type: 'system',
      subtype: 'compact_boundary',
      logicalParentUuid: last,
      content: 'Conversation compacted',
    })
    transcript.user('This session is being continued: a summary', { isCompactSummary: true })
    transcript.user('after')
    expect(read(transcript.text())).toEqual(['user: before', 'assistant: answer before', 'user: after'])
  })

  it('reads the messages before a compaction whose boundary names a record that is not in the file', () => {
    const transcript = claudeTranscript()
    transcript.user('before')
    transcript.assistant(said('answer before'))
    transcript.from(null)
    transcript.record({ type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'elsewhere' })
    transcript.user('A summary of it all', { isCompactSummary: true })
    transcript.user('after')
    expect(read(transcript.text())).toEqual(['user: before', 'assistant: answer before', 'user: after'])
  })

  it('uses the summary if the file does not contain the messages before it', () => {
    const transcript = claudeTranscript()
    transcript.record({ type: 'system', subtype: 'compact_boundary', logicalParentUuid: 'elsewhere' })
    transcript.user('A summary of it all', { isCompactSummary: true })
    transcript.user('after')
    expect(read(transcript.text())).toEqual(['user: A summary of it all', 'user: after'])
  })

  it("writes tool calls on one line and adds shortened tool output to the assistant's message", () => {
    const transcript = claudeTranscript()
    transcript.user('run it')
    transcript.assistant([
      ...said('I run it.'),
      { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'npm\ntest' } },
    ])
    transcript.user([
      { type: 'tool_result', tool_use_id: 't1', is_error: true, content: [{ type: 'text', text: 'x'.repeat(9000) }] },
    ])
    const [, answer] = readTranscript(transcript.text()).messages
    expect(answer?.role).toBe('assistant')
    expect(answer?.content).toMatch(
      /^I run it\.\nCalled Bash: \{"command":"npm\\ntest"\}\nTool error: x+ \[… \d+ characters …\] x+$/,
    )
    expect(answer?.content.length).toBeLessThan(2200)
  })

  it('joins the records of one answer, and adds text that the user typed meanwhile', () => {
    const transcript = claudeTranscript()
    transcript.user('go')
    const message = (content: object[]) => ({
      type: 'assistant',
      message: { id: 'msg_one', role: 'assistant', content },
    })
    transcript.record(message(said('One')))
    transcript.record(message([{ type: 'tool_use', id: 't', name: 'Read', input: {} }]))
    transcript.record({
      type: 'attachment',
      attachment: { type: 'queued_command', prompt: 'and hurry', commandMode: 'prompt' },
    })
    expect(read(transcript.text())).toEqual(['user: go', 'assistant: One\nCalled Read: {}', 'user: and hurry'])
  })

  describe('with parallel tool calls', () => {
    const call = (id: string, tool: string) => ({
      type: 'assistant',
      message: { id, role: 'assistant', content: [{ type: 'tool_use', id: tool, name: tool, input: {} }] },
    })
    const result = (tool: string) => [{ type: 'tool_result', tool_use_id: tool, content: `of ${tool}` }]
    const expected = 'assistant: Called A: {}\nCalled B: {}\nTool result: of A\nTool result: of B'

    it.each(['A', 'B'])('contains all results, whichever the next record follows: %s', (followed) => {
      const transcript = claudeTranscript()
      transcript.user('go')
      const first = transcript.record(call('msg_one', 'A'))
      const second = transcript.record(call('msg_one', 'B'))
      transcript.from(first)
      const results: Record<string, string> = { A: transcript.user(result('A')) }
      transcript.from(second)
      results.B = transcript.user(result('B'))
      transcript.from(results[followed] ?? null)
      transcript.assistant(said('done'))
      expect(read(transcript.text())).toEqual(['user: go', expected, 'assistant: done'])
    })

    it('contains calls that follow a record of progress', () => {
      const transcript = claudeTranscript()
      transcript.user('go')
      const first = transcript.record(call('msg_one', 'A'))
      transcript.record({ type: 'progress' })
      const second = transcript.record(call('msg_one', 'B'))
      transcript.from(first)
      const last = transcript.user(result('A'))
      transcript.from(second)
      transcript.user(result('B'))
      transcript.from(last)
      transcript.assistant(said('done'))
      expect(read(transcript.text())).toEqual(['user: go', expected, 'assistant: done'])
    })

    it('contains no answer that was taken back, even if all answers have the same id', () => {
      const transcript = claudeTranscript()
      transcript.user('go')
      transcript.record(call('msg_same', 'A'))
      const last = transcript.user(result('A'))
      transcript.user('taken back')
      transcript.record(call('msg_same', 'B'))
      transcript.user(result('B'))
      transcript.from(last)
      transcript.user('next')
      expect(read(transcript.text())).toEqual(['user: go', 'assistant: Called A: {}\nTool result: of A', 'user: next'])
    })
  })

  it('reads the messages before a record whose parent is not in the file', () => {
    const transcript = claudeTranscript()
    transcript.user('before')
    transcript.assistant(said('answer before'))
    transcript.from('elsewhere')
    transcript.user('after')
    expect(read(transcript.text())).toEqual(['user: before', 'assistant: answer before', 'user: after'])
  })

  it('reads a record that is in the file twice only once', () => {
    const transcript = claudeTranscript()
    transcript.user('one')
    transcript.assistant(said('two'))
    const [first] = transcript.text().split('\n')
    expect(read(`${transcript.text()}${first}\n`)).toEqual(['user: one', 'assistant: two'])
  })

  it('reads files with an incomplete last line, other kinds of records and a cycle of parents', () => {
    const transcript = claudeTranscript()
    transcript.user('one')
    const ring = { type: 'user', uuid: 'r', parentUuid: 'r', message: { role: 'user', content: 'two' } }
    const text = `${transcript.text()}{"type":"last-prompt","leafUuid":"x"}\n${JSON.stringify(ring)}\n{"type":"user","uuid":"h`
    expect(read(text)).toEqual(['user: two'])
  })
})
