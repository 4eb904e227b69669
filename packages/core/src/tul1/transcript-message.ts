/** One message of a transcript (spec 2.6). */
export interface TranscriptMessage {
  readonly role: 'user' | 'assistant'
  readonly content: string
}
