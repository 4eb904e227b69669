import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import './count-linearly.ts'
import type { Question, WireMessage } from './recordings.ts'
import { BENCH_FOLDER } from './sets.ts'

/** A message as it is counted and compared. */
export interface Segment {
  readonly role: string
  readonly text: string
  readonly tokens: number
}

export type WireKind = 'openai' | 'anthropic'

export interface Score {
  readonly evidence: number
  readonly strict: number
  readonly answer: number
}

/** Numbers words, so that texts can be compared as streams of numbers. */
export interface WordNumbers {
  stream(text: string): number[]
}

/** Functions of the measuring scripts, which are not part of the repository and are loaded for a measurement. */
export interface Scoring {
  segments(body: { readonly messages: readonly WireMessage[] }): Segment[]
  flatten(message: WireMessage): string
  sharedPrefix(before: readonly Segment[], now: readonly Segment[]): number
  /** The reason why the provider would refuse the body. */
  problem(kind: WireKind, body: object): string | undefined
  scoreQuestion(
    question: Question,
    evidenceTexts: readonly string[],
    sentText: string,
    stream: readonly number[],
    dictionary: WordNumbers,
  ): Score
  readonly Dictionary: new () => WordNumbers
}

/** Loads the scripts. They take their tokenizer from the working directory, so this runs from the repository's root. */
export async function loadScoring(): Promise<Scoring> {
  const load = (name: string): Promise<object> => import(pathToFileURL(join(BENCH_FOLDER, name)).href)
  return Object.assign({}, await load('provider.mjs'), await load('score.mjs')) as Scoring
}
