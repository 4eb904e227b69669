/** Tokens of a request that was sent, before any factor. */
export interface SentTokens {
  readonly tokens: number
  /** False if they are estimated from the length of the body. */
  readonly isCounted: boolean
}
