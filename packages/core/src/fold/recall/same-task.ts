import type { Source } from '../source.ts'
import { saidIn } from '../transcript.ts'

/** What stands before the first colon of a text: of one word it may be a name, with a figure it counts. */
const HEADING = /^([^\n:：\p{N}]{4,80})[:：]/u
const LEAST = { words: 2, unspaced: 4 }
const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff]/g

/**
 * Whether a message gives the same task again with something else to do it on ("Rewrite in our house style: ..."): then the
 * answer before shows how it is done.
 */
export function isSameTask({ transcript, state }: Source, text: string): boolean {
  const heading = headingOf(text)
  const last = state.roles.lastIndexOf('user')
  return heading !== undefined && last >= state.lead && headingOf(saidIn(transcript, last)) === heading
}

function headingOf(text: string): string | undefined {
  const heading = HEADING.exec(text.trimStart())?.[1]?.trim()
  if (!heading) return undefined
  const isTask = heading.split(/\s+/).length >= LEAST.words || (heading.match(UNSPACED)?.length ?? 0) >= LEAST.unspaced
  return isTask ? heading.toLowerCase() : undefined
}
