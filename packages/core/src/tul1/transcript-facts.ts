import type { Language } from '../lexicon/languages.ts'
import { addCount } from '../maps.ts'
import { type MessageFacts, messageFacts } from './message-facts.ts'
import { messageKey } from './message-key.ts'
import type { TranscriptMemo } from './transcript-memo.ts'
import type { TranscriptMessage } from './transcript-message.ts'

interface Context {
  readonly count: (text: string) => number
  readonly memo?: TranscriptMemo | undefined
}

/** The facts of each message of a transcript, and their keys in a memo. */
export interface TranscriptFacts {
  readonly facts: readonly MessageFacts[]
  readonly keys: readonly string[]
}

/**
 * The facts of each message. A message that seems to have another language than the transcript, or none, is read again
 * with the transcript's language as prior, since a few words may not show their language.
 */
export function transcriptFacts(messages: readonly TranscriptMessage[], context: Context): TranscriptFacts {
  const keys = context.memo ? messages.map(messageKey) : []
  const alone = messages.map((message, i) => factsOf(message, keys[i], context))
  const language = mainLanguage(alone)
  if (!language) return { facts: alone, keys }
  const facts = alone.map((each, i) =>
    each.language === language ? each : factsOf(messages[i]!, keys[i] && `${language} ${keys[i]}`, context, language),
  )
  return { facts, keys: keys.map((key) => `${language} ${key}`) }
}

/** The language of most tokens. */
function mainLanguage(facts: readonly MessageFacts[]): Language | undefined {
  const said = new Map<Language, number>()
  let main: Language | undefined
  for (const { language, tokens } of facts) if (language) addCount(said, language, tokens)
  for (const [language, tokens] of said) if (!main || tokens > said.get(main)!) main = language
  return main
}

function factsOf(
  message: TranscriptMessage,
  key: string | undefined,
  { memo, count }: Context,
  prior?: Language,
): MessageFacts {
  const known = key === undefined ? undefined : memo?.facts.get(key)
  if (known) return known
  const facts = messageFacts(message, count, prior)
  if (key !== undefined) memo?.facts.set(key, facts)
  return facts
}
