import OpenAI from 'openai'
import { STAND_IN_KEYS } from '../stand-in/credentials.ts'
import type { Script } from '../stand-in/desk.ts'
import { type StandIn, startStandIn } from '../stand-in/start-stand-in.ts'
import { type Pleat, startPleat } from './start-pleat.ts'

/** The OpenAI SDK twice: in front of the proxy, and connected directly to the stand-in provider. */
export interface OpenAiClients {
  readonly proxied: OpenAI
  readonly direct: OpenAI
  readonly standIn: StandIn
  readonly pleat: Pleat
  close(): Promise<void>
}

/** Starts the provider, the proxy and both clients. The provider answers with the current result of `scriptNow`. */
export async function openAiClients(scriptNow: () => Script): Promise<OpenAiClients> {
  const standIn = await startStandIn({ answer: (...request) => scriptNow()(...request) })
  const pleat = await startPleat({ providerUrl: standIn.url })
  return {
    proxied: new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey: pleat.key, maxRetries: 0 }),
    direct: new OpenAI({ baseURL: `${standIn.url}/v1`, apiKey: STAND_IN_KEYS.openai, maxRetries: 0 }),
    standIn,
    pleat,
    async close() {
      await pleat.close()
      await standIn.close()
    },
  }
}

/** An answer with characters of two and three bytes. */
export const DOCK_ANSWER = { text: 'The dock opens at 6:45, größer als 漢字.' }
