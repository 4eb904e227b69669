/** The sum of one number per item, added from the first to the last. */
export function sumOf<Item>(items: Iterable<Item>, numberOf: (item: Item) => number): number {
  let sum = 0
  for (const item of items) sum += numberOf(item)
  return sum
}

/** Tokens of several texts together. */
export function tokensOf(texts: Iterable<{ readonly tokens: number }>): number {
  return sumOf(texts, ({ tokens }) => tokens)
}
