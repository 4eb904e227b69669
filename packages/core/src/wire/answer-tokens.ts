import type { Fields } from '../json.ts'

/** The members that bound the length of an answer; of several the first counts. */
const MEMBERS = ['max_completion_tokens', 'max_output_tokens', 'max_tokens']

/** Most tokens of the answer that a request asks for; undefined where it does not say. */
export function answerTokensOf(members: Fields): number | undefined {
  for (const name of MEMBERS) {
    const value = members[name]
    if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return value
  }
  return undefined
}
