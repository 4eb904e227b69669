type Observer = ((chunk: Buffer) => void) | undefined

/** Hands each chunk of an answer to both. */
export function both(first: Observer, second: Observer): Observer {
  if (!first || !second) return first ?? second
  return (chunk) => {
    first(chunk)
    second(chunk)
  }
}
