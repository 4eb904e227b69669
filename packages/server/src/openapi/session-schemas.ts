import { z } from 'zod'
import type { ShownCloud } from '../cloud/shown-cloud.ts'
import type { ListedSession } from '../proxy/session-port.ts'
import type { TurnSums } from '../proxy/turn-port.ts'
import { TIME } from './field.ts'
import { MONEY_FIELDS, moneyFields } from './money-fields.ts'

const COUNT = z.int().min(0)

export const SESSION = z
  .object({
    id: z.string().describe('Hash of the session id.'),
    generated_id: z
      .string()
      .nullable()
      .describe("The id, if the server generated it. A client's own id is not stored."),
    account: z.string(),
    turns: COUNT,
    requests: COUNT,
    original_tokens: COUNT.describe('Input tokens of the original requests, without requests that failed.'),
    saved_tokens: COUNT,
    last_used_at: TIME,
    left_alone: z
      .string()
      .nullable()
      .describe('Why a conversation of this session is no longer folded; null if all are.'),
  })
  .meta({ id: 'Session' })

const TAG = z
  .object({
    kind: z.string(),
    word: z.string().nullable().describe('Null if the word is withheld and only its hash is stored.'),
    weight: z.number(),
    count: COUNT.describe('Number of uses.'),
    messages: COUNT.describe('Messages with at least one use.'),
    first_turn: COUNT,
    last_turn: COUNT,
    held: COUNT.describe('Times that it occurs in digests.'),
  })
  .meta({ id: 'Tag' })

const CLOUD = z
  .object({
    turn: COUNT.describe('The newest turn.'),
    messages: COUNT.describe('Messages that were read.'),
    size: COUNT.describe('Number of tags.'),
    tags: z.array(TAG).describe('The heaviest tags, heaviest first.'),
  })
  .meta({ id: 'TagCloud' })

/** A session in a list, with the bill of its requests. */
export const LISTED_SESSION = SESSION.extend(MONEY_FIELDS).meta({ id: 'ListedSession' })

export const SESSION_WITH_CLOUD = SESSION.extend({
  cloud: CLOUD.nullable().describe('Null if none is stored yet.'),
}).meta({ id: 'SessionWithCloud' })

/** A session in the format of the API. */
export function sessionRow(session: ListedSession): z.output<typeof SESSION> {
  return {
    id: session.idHash,
    generated_id: session.generatedId,
    account: session.accountName,
    turns: session.turns,
    requests: session.requests,
    original_tokens: session.originalTokens,
    saved_tokens: session.savedTokens,
    last_used_at: new Date(session.lastUsedAt).toISOString(),
    left_alone: session.disabledReason,
  }
}

const NO_REQUESTS = {
  billedRequests: 0,
  pricedRequests: 0,
  inputMicroDollars: 0,
  directMicroDollars: 0,
}

/** The bill of a session's stored requests. */
export function sessionMoney(sums: TurnSums | undefined): ReturnType<typeof moneyFields> {
  return moneyFields(sums ? { ...sums, inputMicroDollars: sums.microDollars } : NO_REQUESTS)
}

/** A session with its cloud in the format of the API. */
export function sessionWithCloud(
  session: ListedSession,
  cloud: ShownCloud | undefined,
): z.output<typeof SESSION_WITH_CLOUD> {
  return { ...sessionRow(session), cloud: cloud ? cloudRow(cloud) : null }
}

function cloudRow({ turn, messages, size, tags }: ShownCloud): z.output<typeof CLOUD> {
  const rows = tags.map((tag) => ({
    kind: tag.kind,
    word: tag.word ?? null,
    weight: Math.round(tag.weight * 1000) / 1000,
    count: tag.count,
    messages: tag.messages,
    first_turn: tag.firstTurn,
    last_turn: tag.lastTurn,
    held: tag.held,
  }))
  return { turn, messages, size, tags: rows }
}
