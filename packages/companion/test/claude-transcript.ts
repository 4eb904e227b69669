/** Builds a transcript in the format of Claude Code. Methods that add a record return its id. */
export interface ClaudeTranscript {
  /** Adds a typed message. */
  user(content: unknown, extra?: object): string
  /** Adds a record with content blocks of an answer. */
  assistant(content: readonly object[], extra?: object): string
  /** Adds any other record. */
  record(record: object): string
  /** Makes this record the parent of the next one; null: the next one has no parent. */
  from(id: string | null): void
  text(): string
}

/** A transcript without records. */
export function claudeTranscript(): ClaudeTranscript {
  const lines: string[] = []
  let parent: string | null = null
  let number = 0

  function record(value: object): string {
    const uuid = `00000000-0000-4000-8000-${String(++number).padStart(12, '0')}`
    const common = { parentUuid: parent, isSidechain: false, uuid, sessionId: 'session-1', cwd: '/work/of/the/test' }
    lines.push(
      JSON.stringify({ ...common, timestamp: new Date(1_790_000_000_000 + number * 1000).toISOString(), ...value }),
    )
    if ((value as { isSidechain?: boolean }).isSidechain !== true) parent = uuid
    return uuid
  }

  return {
    record,
    user: (content, extra) => record({ type: 'user', message: { role: 'user', content }, ...extra }),
    assistant: (content, extra) =>
      record({
        type: 'assistant',
        message: { id: `msg_${number}`, type: 'message', role: 'assistant', model: 'claude-opus-5-5', content },
        ...extra,
      }),
    from(id) {
      parent = id
    },
    text: () => `${lines.join('\n')}\n`,
  }
}

const TOPICS = ['the invoice export', 'the login page', 'the search index', 'the nightly backup', 'the mail queue']

/** A conversation of `turns` questions and answers, long enough to be worth compressing. */
export function longConversation(turns: number): ClaudeTranscript {
  const transcript = claudeTranscript()
  transcript.user('We build a shop. The port must never be 8080, always use 4173. The deadline is 14 March 2027.')
  transcript.assistant([
    { type: 'text', text: 'Understood: port 4173, never 8080, and the deadline is 14 March 2027.' },
  ])
  for (let i = 1; i < turns; i++) {
    const topic = TOPICS[i % TOPICS.length]!
    transcript.user(
      `Now look at ${topic}. It failed ${i + 2} times last night with error E${1000 + i}. What is wrong with it?`,
    )
    transcript.assistant([
      { type: 'text', text: explanation(topic, i) },
      { type: 'tool_use', id: `toolu_${i}`, name: 'Read', input: { file_path: `/srv/shop/src/part-${i}.ts` } },
    ])
    transcript.user([
      { type: 'tool_result', tool_use_id: `toolu_${i}`, content: `export const part${i} = ${i * 17}\n`.repeat(12) },
    ])
    transcript.assistant([
      { type: 'text', text: `Done. I changed ${topic} so that it waits ${i * 5} seconds before the second attempt.` },
    ])
  }
  return transcript
}

function explanation(topic: string, i: number): string {
  return (
    `I looked at ${topic} and there are several things to say about it. First of all, it is a part that has grown over time, ` +
    `and it shows. The cause of error E${1000 + i} is that the connection is closed after ${i * 3} seconds, while the job ` +
    'itself goes on for much longer than that. I would like to keep the general idea as it is, since it is simple and works ' +
    'in most situations. What I suggest is to read the file first and to decide after that what has to be done about it.'
  )
}
