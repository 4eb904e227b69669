import { countIn, type Fields } from '../json.ts'

/** The members that limit the length of an answer. The first one present is used. */
const MEMBERS = ['max_completion_tokens', 'max_output_tokens', 'max_tokens']

/** The request's limit of answer tokens. Undefined if it sets none. */
export function answerTokensOf(members: Fields): number | undefined {
  for (const name of MEMBERS) {
    const tokens = countIn(members[name])
    if (tokens !== undefined) return tokens
  }
  return undefined
}
