import { countTokens as countCl100k } from 'gpt-tokenizer/encoding/cl100k_base'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDialogue } from './harness/dialogue.ts'
import { play } from './harness/play.ts'
import { type Pleat, startPleat } from './harness/start-pleat.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

let standIn: StandIn
let pleat: Pleat
beforeAll(async () => {
  // Responses without usage leave the server's own token counts uncalibrated.
  const raw = Buffer.from('{"id":"chatcmpl-1","object":"chat.completion","choices":[]}')
  standIn = await startStandIn({ answer: () => ({ raw, headers: { 'content-type': 'application/json' } }) })
  pleat = await startPleat({ providerUrl: standIn.url })
})
afterAll(async () => {
  await pleat.close()
  await standIn.close()
})

/** The provider's published counting rule, implemented independently of the server. */
function tokensOf(body: string): number {
  const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] }
  return messages.reduce((sum, { role, content }) => sum + 3 + countTokens(role) + countTokens(content), 3)
}

describe('the token headers', () => {
  test('equal the provider’s counts of the original and the folded request', async () => {
    const dialogue = createDialogue(5)
    const turns = 20
    const before = [{ role: 'system', content: 'Answer briefly, in whole sentences.' }]
    const played = await play({
      wire: 'openai',
      base: () => pleat.url,
      key: pleat.key,
      standIn,
      dialogue,
      turns,
      before,
    })
    for (const { given, sent, savings } of played) {
      expect(savings.optimized).toBe(tokensOf(sent[0]!.body.toString('utf8')))
      expect(savings.original).toBe(tokensOf(given))
    }
    expect(played.at(-1)!.savings.saved).toBeGreaterThan(1000)
  })

  test('use the model’s tokenizer from the first request on', async () => {
    const content = 'Ein Satz über Straßenbahnen, 東京タワー and `const x = y ?? 0`.'
    const response = await fetch(`${pleat.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${pleat.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-4', messages: [{ role: 'user', content }] }),
    })
    expect(countCl100k(content)).not.toBe(countTokens(content))
    expect(response.headers.get('x-service-original-tokens')).toBe(String(3 + 1 + countCl100k(content) + 3))
  })
})
