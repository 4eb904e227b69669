import { STATUS_CODES } from 'node:http'
import { createRecentMap, type RecentMap } from '@pleat/core'
import type { PriceList } from '../money/prices.ts'
import { OTHER } from './series-table.ts'

/** Limit of cached labels of model names, which come from outside. */
const MAX_KNOWN_MODELS = 512

/** Known values of `X-Service-Compression`, and so of the label `outcome`. */
const OUTCOMES: ReadonlySet<string> = new Set([
  'folded',
  'recalled',
  'window',
  'window-pins',
  'observed',
  'holdout',
  'none',
  'off',
  'passed-through',
  'short-conversation',
  'nothing-to-fold',
  'too-long',
  // Transcripts.
  'applied',
  'not-applied',
  // Failed open.
  'busy',
  'deadline',
  'error',
  'self-check',
  'too-costly',
  'unreadable',
  'unreadable_message',
  'unreadable_item',
  'unreadable_part',
  'unreadable_content',
  'unreadable_tool_call',
  'unreadable_tool_result',
  'duplicate_keys',
  'too_many_messages',
  // Compression of the conversation is disabled.
  'refused-by-provider',
  'reasoning-lost',
  // The request itself excludes a fold: it refers to state at the provider, for example, or is about the conversation.
  'auxiliary',
  'compaction',
  'compaction_trigger',
  'container',
  'context_management',
  'conversation',
  'fallback_credit_token',
  'item_reference',
  'max_tokens',
  'mcp_servers',
  'multi_agent',
  'previous_response_id',
  'prewarm',
  'prompt',
  'thread',
])

/** Returns the label `outcome` of a request: `other` for an unknown outcome. */
export function outcomeLabel(outcome: string): string {
  return OUTCOMES.has(outcome) ? outcome : OTHER
}

const STATUSES: ReadonlyMap<number, string> = new Map(Object.keys(STATUS_CODES).map((code) => [Number(code), code]))

/** Status in metrics and in the log of a request whose client disconnected before a status was sent. */
export const CLIENT_GONE_STATUS = 499

/** Returns the label `status`: a registered code itself, else its class. A provider may answer with any number. */
export function statusLabel(status: number): string {
  const known = STATUSES.get(status)
  if (known !== undefined) return known
  if (status === CLIENT_GONE_STATUS) return '499'
  return status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : OTHER
}

/**
 * Labels of models. They are names of the price list, so that invented model names add no series. A model that is not
 * in the price list is counted under its family, or as `other`.
 */
export class ModelLabels {
  readonly #prices: PriceList
  readonly #known: RecentMap<string> = createRecentMap(MAX_KNOWN_MODELS)

  constructor(prices: PriceList) {
    this.#prices = prices
  }

  of(model: string): string {
    const known = this.#known.get(model)
    if (known !== undefined) return known
    const { name } = this.#prices.find({ model, provider: undefined })
    const label = name === 'default' ? OTHER : name
    this.#known.set(model, label)
    return label
  }
}
