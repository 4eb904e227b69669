import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { TranscriptMessage } from '../../packages/core/src/tul1/transcript-message.ts'

const SHARED = fileURLToPath(new URL('../../../shared/bench/', import.meta.url))

export interface Question {
  readonly evidence?: readonly number[]
}

export interface Conversation {
  readonly messages: readonly TranscriptMessage[]
  readonly qa: readonly Question[]
}

export interface Scored {
  readonly evidence: number
  readonly strict: number
}

interface Dictionary {
  stream(text: string): number[]
}

interface ScoreModule {
  readonly Dictionary: new () => Dictionary
  scoreQuestion(question: Question, evidence: string[], text: string, stream: number[], dictionary: Dictionary): Scored
}

/** The conversations of a set; undefined if the data is missing. */
export function conversationsOf(set: string): Conversation[] | undefined {
  const file = `${SHARED}data/${set}.jsonl.gz`
  if (!existsSync(file)) return undefined
  const lines = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Conversation)
}

/** Share of the gold evidence for a conversation's questions in a text, by message and strictly. */
export type Scorer = (conversation: Conversation, text: string) => Scored[]

/** The scorer in the data directory; undefined if it is missing. */
export async function loadScorer(): Promise<Scorer | undefined> {
  const file = `${SHARED}score.mjs`
  if (!existsSync(file)) return undefined
  const { Dictionary, scoreQuestion } = (await import(file)) as ScoreModule
  return ({ messages, qa }, text) => {
    const dictionary = new Dictionary()
    const stream = dictionary.stream(text)
    return qa
      .filter((question) => question.evidence?.length)
      .map((question) => {
        const evidence = question.evidence!.map((i) => messages[i]!.content)
        return scoreQuestion(question, evidence, text, stream, dictionary)
      })
  }
}
