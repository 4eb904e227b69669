import type { SentLine } from './sent-lines.ts'
import { type Talk, talkSchema } from './talk.ts'

/** Ten messages in which a meeting is moved, and three probes. */
export function talkOf(changes: object = {}): Talk {
  return talkSchema.parse({ ...rawTalk(), ...changes })
}

export function rawTalk(): Record<string, unknown> {
  return {
    id: 'en-meeting',
    lang: 'en',
    kind: 'chat',
    topic: 'a meeting',
    wire: 'openai',
    messages: [
      { user: 'the meeting is on Monday at 9' },
      { assistant: 'Monday at 9, noted.' },
      { user: 'no, on Tuesday' },
      { assistant: 'Tuesday at 9, then.' },
      { user: 'dont invite Bo' },
      { assistant: 'Bo is not invited.' },
      { user: 'thanks' },
      { assistant: 'You are welcome.' },
      { user: 'one more thing: bring 12 cups' },
      { assistant: 'Twelve cups.' },
    ],
    probes: [
      { ask: 'When is the meeting?', kind: 'current', required: [['Tuesday']] },
      { ask: 'How many cups?', kind: 'fact', required: [['12 cups']] },
      { ask: 'When was it first?', kind: 'fact', after: 1, required: [['Monday']] },
    ],
  }
}

/** A line of a record. */
export function lineOf(turn: number, text: string, changes: Partial<SentLine> = {}): SentLine {
  return { turn, text, speaker: 'user', place: 'record', ...changes }
}
