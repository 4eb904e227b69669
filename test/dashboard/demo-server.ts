import { CONVERSATION } from '../../bench/demo/conversation.ts'
import { type Pleat, startPleat } from '../harness/start-pleat.ts'
import { post } from '../harness/wire.ts'
import { type StandIn, startStandIn } from '../stand-in/start-stand-in.ts'

export const ADMIN_TOKEN = 'admin-token-of-the-demo'

/** A server with a conversation behind it. */
export interface DemoServer {
  readonly pleat: Pleat
  readonly standIn: StandIn
  /** A key of an account that has had no conversation. */
  readonly otherKey: string
  /** The last request of the conversation. */
  readonly lastRequest: string
  close(): Promise<void>
}

/** Plays a conversation of 20 turns through a server of its own, in front of a scripted provider. */
export async function startDemoServer(): Promise<DemoServer> {
  let answered = 0
  const standIn = await startStandIn({ answer: () => ({ text: CONVERSATION[answered++]?.answer ?? 'Yes.' }) })
  const pleat = await startPleat({ providerUrl: standIn.url, variables: { PLEAT_ADMIN_TOKEN: ADMIN_TOKEN } })
  const otherKey = await pleat.issueKey('other')
  const messages: object[] = []
  let lastRequest = ''
  for (const { question, answer } of CONVERSATION) {
    messages.push({ role: 'user', content: question })
    lastRequest = JSON.stringify({ model: 'gpt-4o', messages })
    const headers = { 'x-session-id': 'ceramics-studio' }
    await post(pleat.url, 'openai', { key: pleat.key, body: lastRequest, headers })
    messages.push({ role: 'assistant', content: answer })
  }
  const { deps } = pleat.server
  await deps.store.accounts.setPlan('test', 'pro')
  await deps.store.accounts.addBudget('other', 250_000_000, undefined)
  // Written down some time after the answers.
  await Promise.all([deps.sessions.save(), deps.turns.flush(), deps.usage.flush(), deps.inlineReader.flush()])
  await deps.compression.flush()
  return {
    pleat,
    standIn,
    otherKey,
    lastRequest,
    async close() {
      await pleat.close()
      await standIn.close()
    },
  }
}
