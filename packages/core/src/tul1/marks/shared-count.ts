/** How many of the terms are in the other list as well. */
export function sharedCount(a: readonly number[], b: readonly number[]): number {
  let shared = 0
  for (const term of a) if (b.includes(term)) shared++
  return shared
}
