type Observer = ((chunk: Buffer) => void) | undefined

/** An observer that calls both with each chunk of a response. */
export function both(first: Observer, second: Observer): Observer {
  if (!first || !second) return first ?? second
  return (chunk) => {
    first(chunk)
    second(chunk)
  }
}
