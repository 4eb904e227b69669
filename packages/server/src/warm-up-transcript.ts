import type { TranscriptMessage } from '@pleat/core'

/** Sentences of each kind that the rules distinguish, so that their code is compiled before the first request. */
const SENTENCES = [
  'The pump in hall # runs at 1,#50 rpm and must not get hotter than 80 degrees.',
  'Anna said that the meeting on 3 May was moved from room # to room 2#.',
  'I think that we should probably use port 80# instead, but I am not sure.',
  'Actually, the invoice was for $#.50, not for $2#.00.',
  'Could you check whether build # of `server.ts` still fails?',
  'It failed with error E#42 after 1# seconds, because the certificate had expired.',
  '- Never restart node-# before Friday at noon.',
  'We moved it from shelf # to shelf 3#, and it took 5 minutes more than before.',
  'My brother lives in Lisbon, he has # cats and does not like $# wine.',
  // V8 compiles a regular expression again for text with characters beyond Latin-1.
  'It’s #0 € from Łódź to Kraków – not #5 €, as Zoë said.',
  'According to the log, nobody has used version 2.#.0 since March.',
  '```json\n{"retries": #, "mode": "safe"}\n```',
]

/** A transcript of `length` messages, all different. */
export function warmUpTranscript(length: number): TranscriptMessage[] {
  return Array.from({ length }, (_, i) => {
    const sentences = Array.from(
      { length: 5 },
      (_unused, j) => SENTENCES[(i * 5 + j * (1 + (i % 3))) % SENTENCES.length]!,
    )
    return { role: i % 2 ? 'assistant' : 'user', content: sentences.join('\n').replaceAll('#', String(i)) }
  })
}
