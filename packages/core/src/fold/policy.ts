import { BILL_POLICY } from './policy/bill-policy.ts'
import { CONVERSATION_POLICY } from './policy/conversation-policy.ts'
import { DIGEST_POLICY } from './policy/digest-policy.ts'
import { PIN_POLICY } from './policy/pin-policy.ts'
import { RECALL_POLICY } from './policy/recall-policy.ts'
import { WINDOW_POLICY } from './policy/window-policy.ts'

/** The budget of a conversation with tools. Shares are of the whole budget unless stated otherwise. */
export interface ToolPolicy {
  /** The whole budget, as a share of the history's tokens. */
  readonly share: number
  /** A fold is due when digests and tail exceed this multiple of the budget, and the floor. */
  readonly overshoot: number
  readonly floorTokens: number
  readonly digestShare: number
  /**
   * Budget of statements if that is larger: shares of the user's and the assistant's text and of tool output, at most
   * `mostShare` of the folded text. With a fixed share of the history alone, a third of the user's messages in short
   * sessions was not sent at all, and 80 % of the requested facts were sent instead of 98 %. Coding sessions have no
   * larger budget: 81 % of the exact strings that are needed again are sent with one, and 86 % without. Their
   * `userShare` is reserved within the usual budget, which costs no exact string. A tail of at most `leastTailTokens`
   * is not folded.
   *
   * `ofProse` is added to the assistant's share as the share of records in tool output falls from `to` to `from`. A
   * digest lists records by key. Mails, logs and pages are summed up only by the answers. Of 84 probes in unseen office
   * sessions, 70 pass with 0.2 for all, 77 with 0.3 in addition and 79 with 0.4 (ADR 080).
   */
  readonly statements: {
    readonly userShare: number
    readonly assistantShare: number
    readonly ofProse?: { readonly assistantShare: number; readonly from: number; readonly to: number }
    readonly toolShare: number
    readonly mostShare: number
    readonly leastTailTokens: number
  }
  readonly tailShare: number
  readonly keptMessages: number
  /** Abridges digests once more when they are older. */
  readonly recentDigests?: RecentPolicy
}

/** How long digests of tool traffic stay dense. */
export interface RecentPolicy {
  /** Largest number of dense digests. After the oldest are abridged, the rest covers at most this share of the history. */
  readonly most: number
  readonly keptSpan: number
  /**
   * Tokens of a dense digest, as a share of the text that it replaces. If less than `leastDensity` remains, the oldest are
   * abridged.
   */
  readonly density: number
  readonly leastDensity: number
  /** Budget of all abridged digests, as a share of the whole, and the share of it that is reserved for the user's words. */
  readonly settledShare: number
  readonly userShare: number
}

/**
 * All tuned numbers of the fold. One default policy serves all conversations. The policy is part of what determines the sent
 * bytes, so a changed number moves the prefix of every running session.
 */
export const DEFAULT_POLICY = {
  objective: 'tokens' as 'tokens' | 'cost',
  /** First turn at which anything may be folded ("minimal compression by design" before it). */
  firstTurn: 5,
  /**
   * Budget of all digests together: a share of the history's tokens, plus this number of average turns, plus a further share of
   * at most `most` tokens. A short conversation has little to save and much to lose.
   */
  digestShare: 0.1,
  digestTurns: 0.45,
  digestExtra: { share: 0.03, most: 60 },
  /**
   * Share of a digest's budget that is reserved for the user's rules. Tool output and answers cannot take it while there are
   * rules without room. Exact strings needed again in coding sessions: 85.9 % without it, 85.5 % with 0.08 to 0.15.
   */
  ruleShare: 0.15,
  /**
   * Budget of statements in chats: shares of the user's and the assistant's text, at most `mostShare` of the folded
   * text. `mostShare` rises from `short`, up to `from` tokens of history, to `long` at `to` tokens. The usual budget
   * gradually replaces that of statements as the user's share of the history rises from `dense.from` to `dense.to`.
   */
  statements: {
    userShare: 0.85,
    /** Falls from `short`, up to `from` tokens of history, to `long` at `to` tokens. */
    assistantShare: { short: 0.08, long: 0.045, from: 8000, to: 30_000 },
    mostShare: { short: 0.35, long: 0.4, from: 1500, to: 3000 },
    /**
     * `from` and `to` are higher by `short.shift` up to `short.from` tokens of history. The difference falls to 0 at
     * `short.to`. User messages of which nothing is sent, in ten hand-written talks with answers as short as the user's
     * messages: 5.2 % with 700 and 1,500, 1.5 % with 1,200 and 2,500.
     *
     * In addition, one of these has to hold for the usual budget. Each counts gradually between two values:
     * - People talk to each other, in short messages: LoCoMo has 35 to 44 tokens in each. From `message.terse` to
     *   `message.ordinary` tokens on average, this counts less. The other side speaks of itself, in 55 to 75 % of its
     *   messages: from `personal.from` to `personal.to` of them, this counts more. Without it, 23 to 57 % of the user
     *   messages of long chats with a brief assistant were not sent at all (ADR 088).
     * - The conversation is long: from `long.from` to `long.to` tokens of history.
     * - The user pastes material: longer messages, from `pasted.from` to `pasted.to` of the history.
     *
     * Without these conditions, 20 % of the user messages of one chat with an assistant were not sent at all. With
     * them, 0 % (ADR 080).
     */
    dense: {
      from: 0.37,
      to: 0.44,
      short: { shift: 0.15, from: 1200, to: 2500 },
      message: { terse: 45, ordinary: 65 },
      personal: { from: 0.25, to: 0.45 },
      long: { from: 12_000, to: 24_000 },
      pasted: { from: 0.55, to: 0.65 },
    },
  },
  /** The tail is folded when it exceeds this number of average turns plus a share of the history. */
  tailTurns: 0.2,
  tailShare: 0.01,
  /** The same threshold if people talk to each other. It is larger, so that statements are ranked among more messages. */
  denseTail: { turns: 4, share: 0.03 },
  /** The newest messages that a fold of a chat keeps verbatim. */
  keptMessages: 2,
  /**
   * A chat with `message.terse` tokens per message on average is sent unchanged up to `tokens` in total. The limit falls with
   * longer messages, to 0 at `message.ordinary`. A fold keeps `keptShare` of these tokens, and digests take up to
   * `digestShare`. The rest is for later messages.
   */
  terse: { message: { terse: 14, ordinary: 24 }, tokens: 1200, keptShare: 0.4, digestShare: 0.4 },
  /** Budgets if tools produce much of the conversation. */
  tools: {
    records: {
      share: 0.155,
      overshoot: 1.5,
      floorTokens: 0,
      digestShare: 0.95,
      statements: {
        userShare: 1,
        assistantShare: 0.2,
        ofProse: { assistantShare: 0.4, from: 0.6, to: 0.95 },
        toolShare: 0.08,
        mostShare: 0.6,
        leastTailTokens: 150,
      },
      tailShare: 0,
      keptMessages: 60,
    },
    code: {
      share: 0.232,
      overshoot: 1.22,
      floorTokens: 3500,
      digestShare: 0.9,
      statements: {
        userShare: 0.8,
        assistantShare: 0,
        toolShare: 0,
        mostShare: 0,
        leastTailTokens: 0,
      },
      tailShare: 0.05,
      keptMessages: 60,
      recentDigests: { most: 7, keptSpan: 0.15, density: 0.4, leastDensity: 0.18, settledShare: 0.61, userShare: 0.3 },
    },
  } as Readonly<Record<'records' | 'code', ToolPolicy>>,
  /** Tool output since the newest question is not folded before it exceeds this number of tokens. */
  loopTokens: { chat: 3000, records: 3000, code: 0 },
  conversation: CONVERSATION_POLICY,
  digest: DIGEST_POLICY,
  pins: PIN_POLICY,
  recall: RECALL_POLICY,
  bill: BILL_POLICY,
  window: WINDOW_POLICY,
}

export type Policy = Readonly<typeof DEFAULT_POLICY>
