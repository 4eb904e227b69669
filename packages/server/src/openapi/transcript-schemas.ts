import type { ProtectionMode } from '@pleat/core'
import { z } from 'zod'
import { must, PLAN, TIER_LABEL } from './field.ts'

/** Most messages of one transcript. */
export const MAX_MESSAGES = 10_000
/** Most characters (UTF-16 units) of all messages together: about a million tokens of English. */
export const MAX_CHARACTERS = 4_000_000

const MODES = ['off', 'aggressive', 'balanced', 'conservative'] as const satisfies readonly ProtectionMode[]
const hint = z.string(must('be a string')).max(255, { error: 'must have at most 255 characters' }).nullish()

const MESSAGE = z.object(
  {
    role: z.enum(['user', 'assistant'], must('be user or assistant')),
    content: z.string(must('be a string')),
  },
  must('be an object with role and content'),
)

const MESSAGES = z
  .array(MESSAGE, must('be an array of messages'))
  .min(1, { error: 'must have at least one message' })
  .max(MAX_MESSAGES, { error: `must have at most ${MAX_MESSAGES} messages` })
  .refine((messages) => messages.reduce((sum, { content }) => sum + content.length, 0) <= MAX_CHARACTERS, {
    error: `must have at most ${MAX_CHARACTERS} characters of content in all`,
  })
  .describe(`At most ${MAX_CHARACTERS} characters of content in all.`)

/** The body of a request for a view. Null counts as absent. */
export const TRANSCRIPT_REQUEST = z
  .object(
    {
      session_id: z
        .string(must('be a string'))
        .regex(/^[\x20-\x7e]{1,255}$/, { error: 'must be printable ASCII of 1 to 255 characters' })
        .nullish()
        .describe('Repeated in the response; generated if absent.'),
      messages: MESSAGES,
      protection_mode: z
        .enum(MODES, must(`be one of ${MODES.join(', ')}`))
        .nullish()
        .describe('Newest messages that stay verbatim: off 0, aggressive 2, balanced 4 (default), conservative 8.'),
      provider_hint: hint.describe('Provider whose default price applies if the model is unknown.'),
      model_hint: hint.describe('Model whose tokenizer and input price apply.'),
    },
    must('be a JSON object'),
  )
  .meta({ id: 'TranscriptRequest' })

/** The response with the view. */
export const TRANSCRIPT_VIEW = z
  .object({
    ok: z.literal(true),
    applied: z.boolean(),
    tier: PLAN,
    service_md: z.string(),
    raw_tail: z.array(MESSAGE),
    n_compressed_turns: z.int().min(0),
    n_total: z.int().min(1),
    saving_chars: z.int().min(0),
    saving_tokens: z.int().min(0),
    session_id: z.string(),
    protection_mode: z.enum(MODES),
    fee_cents: z.number().min(0).describe('Cents; up to six decimals.'),
    tier_label: TIER_LABEL,
    version: z.string(),
  })
  .meta({ id: 'TranscriptView' })

/** The response to callers without a plan or budget. */
export const PAYMENT_REQUIRED = z
  .object({
    ok: z.literal(false),
    error: z.string(),
    your_tier: z.enum(['anonymous', 'free', 'pro']),
    your_budget_cents: z.number().min(0),
    signup_url: z.url(),
  })
  .meta({ id: 'PaymentRequired' })
