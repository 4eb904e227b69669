type Observer = ((chunk: Buffer) => void) | undefined

/** Combines two observers: both get each chunk of a response. */
export function both(first: Observer, second: Observer): Observer {
  if (!first || !second) return first ?? second
  return (chunk) => {
    first(chunk)
    second(chunk)
  }
}
