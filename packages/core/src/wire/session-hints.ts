import { type Fields, isFields, parseJson } from '../json.ts'

const OLD_CLAUDE_CODE_USER = /^user_.+_session_([0-9A-Za-z-]+)$/
const TOP_LEVEL_HINTS = ['session_id', 'litellm_session_id', 'prompt_cache_key']

/**
 * Session ids at the top level of a body, most specific first. A `metadata.user_id` counts only in forms that name a session:
 * others name a user, who has many conversations.
 */
export function readSessionHints(top: Fields): readonly string[] {
  const metadata = top.metadata
  const userId = isFields(metadata) ? metadata.user_id : undefined
  const hints = [typeof userId === 'string' ? sessionOfUserId(userId) : undefined]
  for (const name of TOP_LEVEL_HINTS) hints.push(nonEmptyString(top[name]))
  return hints.filter((hint) => hint !== undefined)
}

function sessionOfUserId(userId: string): string | undefined {
  if (!userId.startsWith('{')) return OLD_CLAUDE_CODE_USER.exec(userId)?.[1]
  const named = parseJson(userId)
  return isFields(named) ? nonEmptyString(named.session_id) : undefined
}

function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
