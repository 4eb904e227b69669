import { BILL_POLICY } from './policy/bill-policy.ts'
import { CONVERSATION_POLICY } from './policy/conversation-policy.ts'
import { DIGEST_POLICY } from './policy/digest-policy.ts'
import { PIN_POLICY } from './policy/pin-policy.ts'
import { RECALL_POLICY } from './policy/recall-policy.ts'
import { WINDOW_POLICY } from './policy/window-policy.ts'

/** The budget of a conversation with tools; shares are of the whole budget unless said otherwise. */
export interface ToolPolicy {
  /** The whole budget, as a share of the history's tokens. */
  readonly share: number
  /** Fold when digests and tail are so many times the budget, and more than the floor. */
  readonly overshoot: number
  readonly floorTokens: number
  readonly digestShare: number
  /**
   * Room of statements where that is more: shares of what the user and the assistant say, at most so much of what is
   * folded. A shorter tail is not folded. With a fixed share of the history alone, nothing was sent of a third of the
   * user's messages in short sessions, and 80 % of what was asked about was there instead of 98 %. Coding sessions have
   * none: of exact strings needed again 81 % are there with it, and 86 % without.
   */
  readonly statements: {
    readonly userShare: number
    readonly assistantShare: number
    readonly mostShare: number
    readonly leastTailTokens: number
  }
  readonly tailShare: number
  readonly keptMessages: number
  /** Where digests are abridged once more when they are older. */
  readonly young?: YoungPolicy
}

/** How long digests of tool traffic stay dense. */
export interface YoungPolicy {
  /** Most of them; and when the oldest were abridged again, what is left stands for at most this share of the history. */
  readonly most: number
  readonly keptSpan: number
  /** Share of what it replaces that one may take; where less than the least is left for it, the oldest are abridged again. */
  readonly density: number
  readonly leastDensity: number
  /** Room of all others, as a share of the budget. */
  readonly settledShare: number
}

/**
 * Every number the fold decides by. One default policy serves all conversations; a policy is part of what determines the
 * bytes that are sent, so a change of a number moves the prefix of every session that is under way.
 */
export const DEFAULT_POLICY = {
  objective: 'tokens' as 'tokens' | 'cost',
  /** First turn at which anything may be folded ("minimal compression by design" before it). */
  firstTurn: 5,
  /**
   * Room of all digests together: a share of the history's tokens, plus so many average turns, plus one more share up to
   * so many tokens. In a short conversation little is to be saved, and much to be lost.
   */
  digestShare: 0.1,
  digestTurns: 0.45,
  digestExtra: { share: 0.03, most: 60 },
  /**
   * Share of a digest's room that is kept for what the user tells the assistant to do or not to do: neither what tools give
   * nor answers can take it as long as there are such rules without room. Exact strings needed again in coding sessions:
   * 85.9 % without it, 85.5 % with 0.08 to 0.15.
   */
  ruleShare: 0.15,
  /**
   * Room of statements in chats: shares of what the user and the assistant say, at most so much of the history. From
   * `dense.from` to `dense.to`, the user's share of the history, it gives way to the usual room.
   */
  statements: {
    userShare: 0.85,
    /** Falls from `short`, up to `from` tokens of history, to `long` at `to` tokens. */
    assistantShare: { short: 0.08, long: 0.045, from: 8000, to: 30_000 },
    mostShare: 0.35,
    /** Both are higher by `short.shift` up to `short.from` tokens of history, and by less of it up to `short.to`. */
    dense: { from: 0.37, to: 0.44, short: { shift: 0.15, from: 700, to: 1500 } },
  },
  /** The tail is folded when it outgrows so many average turns plus a share of the history. */
  tailTurns: 0.2,
  tailShare: 0.01,
  /** The same, more of it where people talk to each other: what competes for room is ranked among more messages. */
  denseTail: { turns: 4, share: 0.03 },
  /** The newest messages that a fold of a chat keeps verbatim. */
  keptMessages: 2,
  /**
   * A chat whose messages have so few tokens on average is left as it is up to so many tokens in all; fewer the longer its
   * messages are, and none where they are of ordinary length. Of these tokens a fold keeps a share, and digests may take one;
   * the rest is for what comes.
   */
  terse: { message: { terse: 14, ordinary: 24 }, tokens: 1200, keptShare: 0.4, digestShare: 0.4 },
  /** Where tools do much of the talking. */
  tools: {
    records: {
      share: 0.155,
      overshoot: 1.5,
      floorTokens: 0,
      digestShare: 0.95,
      statements: { userShare: 0.85, assistantShare: 0.2, mostShare: 0.6, leastTailTokens: 150 },
      tailShare: 0,
      keptMessages: 60,
    },
    code: {
      share: 0.222,
      overshoot: 1.23,
      floorTokens: 3500,
      digestShare: 0.9,
      statements: { userShare: 0, assistantShare: 0, mostShare: 0, leastTailTokens: 0 },
      tailShare: 0.05,
      keptMessages: 60,
      young: { most: 7, keptSpan: 0.15, density: 0.4, leastDensity: 0.18, settledShare: 0.55 },
    },
  } as Readonly<Record<'records' | 'code', ToolPolicy>>,
  /** What tools have given since the newest question is not folded before it is longer than so many tokens. */
  loopTokens: { chat: 3000, records: 3000, code: 0 },
  conversation: CONVERSATION_POLICY,
  digest: DIGEST_POLICY,
  pins: PIN_POLICY,
  recall: RECALL_POLICY,
  bill: BILL_POLICY,
  window: WINDOW_POLICY,
}

export type Policy = Readonly<typeof DEFAULT_POLICY>
