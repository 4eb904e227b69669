/** A request that follows `turns` answered turns. Its messages are long enough to be folded. */
export function longChat(turns: number) {
  const messages = []
  for (let turn = 1; turn <= turns; turn++) {
    const facts = `Order ${turn}${turn}7 of the depot in Porto was paid on day ${turn}. `
    messages.push({ role: 'user', content: `Turn ${turn}: ${facts.repeat(12)}` })
    messages.push({ role: 'assistant', content: `Noted for turn ${turn}: ${facts.repeat(12)}` })
  }
  messages.push({ role: 'user', content: 'Thank you. What is next?' })
  return { model: 'gpt-4o', messages }
}
