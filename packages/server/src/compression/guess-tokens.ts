/** The usual number of bytes per token in the JSON of a request or a response. */
const USUAL_BYTES = 4
/** The least number of bytes per token in text of any language, with few exceptions. */
const LEAST_BYTES = 2

/** Estimates the tokens of `bytes` bytes that were not counted, rounded up. The result may be too low or too high. */
export function guessTokens(bytes: number): number {
  return Math.ceil(bytes / USUAL_BYTES)
}

/** Returns an upper limit for the tokens of `bytes` bytes. Few texts have more. */
export function tokensAtMost(bytes: number): number {
  return bytes / LEAST_BYTES
}
