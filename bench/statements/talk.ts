import { z } from 'zod'
import { compilePattern } from './pattern.ts'

/** The languages of the lexicon. */
export const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'pt',
  'it',
  'nl',
  'sv',
  'pl',
  'ru',
  'tr',
  'ar',
  'hi',
  'vi',
  'zh',
  'ja',
  'ko',
] as const
export type Language = (typeof LANGUAGES)[number]

const PROBE_KINDS = ['fact', 'current', 'attribution', 'binding', 'negation', 'never-said'] as const

const text = z.string().min(1)
const pattern = text.refine(isPattern, { error: 'is not a regular expression' })
const patterns = z.array(pattern).min(1)
const speaker = z.enum(['user', 'assistant', 'tool'])
export type Speaker = z.infer<typeof speaker>

const call = z.strictObject({ tool: text, args: z.record(z.string(), z.unknown()) })
const message = z.union([
  z.strictObject({ user: text }),
  z.strictObject({ assistant: z.string(), calls: z.array(call).min(1).optional() }),
  z.strictObject({ results: z.array(z.string()).min(1) }),
])
/** One message: text of the user or the assistant, or the results of the calls in the assistant message before it. */
export type TalkMessage = z.infer<typeof message>

const probe = z
  .strictObject({
    /** The newest message of the request that asks the probe. */
    ask: text,
    kind: z.enum(PROBE_KINDS),
    /** The user message, counted from 1, after whose answer the probe is asked. Without it, the probe is asked at the end. */
    after: z.int().positive().optional(),
    /** Requirements. For each entry, a sent line must match one pattern, in a line of the speaker `by` if it is given. */
    required: z.array(z.union([patterns, z.strictObject({ any: patterns, by: speaker })])).default([]),
    /** Patterns that no sent line may match, or no line of the speaker `by`. */
    forbidden: z.array(z.union([pattern, z.strictObject({ pattern, by: speaker })])).default([]),
    /**
     * Values that are no longer valid: a line with `old` must say one of `new` itself, or a later line must. `value` is the
     * newer value alone, as a mark of the record may quote it.
     */
    replaced: z.array(z.strictObject({ old: pattern, new: patterns, value: pattern.optional() })).default([]),
    /**
     * Statements that mislead without their hedge, source or exception: a line with `says` must say one of `by` itself,
     * or a later line must.
     */
    qualified: z.array(z.strictObject({ says: pattern, by: patterns })).default([]),
    note: text.optional(),
  })
  .refine(demandsSomething, { error: 'demands nothing' })
export type Probe = z.infer<typeof probe>

export const talkSchema = z
  .strictObject({
    id: z.string().regex(/^[a-z]{2}-[a-z0-9-]+$/),
    lang: z.enum(LANGUAGES),
    kind: z.enum(['chat', 'long', 'tools']),
    topic: text,
    wire: z.enum(['openai', 'anthropic']),
    system: text.optional(),
    messages: z.array(message).min(10),
    /** Every user message, counted from 1, that chooses an item of a list, and the item. */
    choices: z.array(z.strictObject({ user: z.int().positive(), takes: pattern })).default([]),
    probes: z.array(probe).min(3),
  })
  .superRefine((talk, context) => {
    const fault = faultOf(talk)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: fault })
  })
export type Talk = z.infer<typeof talkSchema>

function isPattern(value: string): boolean {
  try {
    compilePattern(value)
    return true
  } catch {
    return false
  }
}

function demandsSomething(asked: {
  required: unknown[]
  forbidden: unknown[]
  replaced: unknown[]
  qualified: unknown[]
}): boolean {
  return [asked.required, asked.forbidden, asked.replaced, asked.qualified].some((list) => list.length > 0)
}

interface Shape {
  readonly messages: readonly TalkMessage[]
  readonly choices: readonly { readonly user: number }[]
  readonly probes: readonly { readonly after?: number | undefined }[]
}

/** The errors in the order of the messages and in references to messages. */
function faultOf({ messages, choices, probes }: Shape): string | undefined {
  let openCalls = 0
  let before: 'start' | 'asked' | 'answered' = 'start'
  for (const [index, said] of messages.entries()) {
    const where = `messages[${index}]`
    if ('assistant' in said) {
      if (before !== 'asked') return `${where}: an assistant message answers nothing`
      openCalls = said.calls?.length ?? 0
      before = 'answered'
      continue
    }
    const results = 'results' in said ? said.results.length : 0
    if (results !== openCalls) return `${where}: ${openCalls} calls are open, ${results} results follow`
    if (before === 'asked') return `${where}: the message before it has no answer`
    openCalls = 0
    before = 'asked'
  }
  if (before !== 'answered' || openCalls > 0) return 'the last message must be an answer without calls'
  const users = messages.filter((said) => 'user' in said).length
  const named = [...choices.map(({ user }) => user), ...probes.map(({ after }) => after ?? 1)]
  const outside = named.find((number) => number > users)
  return outside === undefined ? undefined : `there is no user message ${outside}`
}
