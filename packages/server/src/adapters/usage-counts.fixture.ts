/** Counts for a `UsageEntry`, of requests that were neither observed nor held out, with an unknown price. */
export const PLAIN_COUNTS = {
  observed: 0,
  observedSavedTokens: 0,
  heldOut: 0,
  billedRequests: 0,
  pricedRequests: 0,
  inputMicroDollars: 0,
  directMicroDollars: 0,
}
