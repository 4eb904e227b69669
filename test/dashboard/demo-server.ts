import { CONVERSATION } from '../../packages/server/src/demo/conversation.ts'
import { createDialogue } from '../harness/dialogue.ts'
import { play } from '../harness/play.ts'
import { type Pleat, startPleat } from '../harness/start-pleat.ts'
import { post } from '../harness/wire.ts'
import { type StandIn, startStandIn } from '../stand-in/start-stand-in.ts'

export const ADMIN_TOKEN = 'admin-token-of-the-demo'

/** A server that has served a conversation. */
export interface DemoServer {
  readonly pleat: Pleat
  readonly standIn: StandIn
  /** A key of an account that has had no conversation. */
  readonly otherKey: string
  /** The last request of the conversation. */
  readonly lastRequest: string
  close(): Promise<void>
}

const DAY_MS = 86_400_000

/** Instructions long enough to be cached by a provider, as those of agents are. */
const INSTRUCTIONS = Array.from({ length: 12 }, (_, index) => createDialogue(99).answer(index + 1)).join('\n')

/**
 * Plays a conversation through a separate server, in front of a scripted provider.
 * @param earlierDays number of earlier days; on each, another account has a conversation
 * @param variables additional environment variables
 */
export async function startDemoServer({
  earlierDays = 0,
  variables = {},
}: {
  earlierDays?: number
  variables?: Readonly<Record<string, string>>
} = {}): Promise<DemoServer> {
  let answered = 0
  let ago = earlierDays
  const standIn = await startStandIn({
    answer: () => ({ text: (ago === 0 && CONVERSATION[answered++]?.answer) || 'Yes.' }),
  })
  const pleat = await startPleat({
    providerUrl: standIn.url,
    variables: { PLEAT_ADMIN_TOKEN: ADMIN_TOKEN, PLEAT_WARM_UP: 'on', ...variables },
    overrides: { clock: { now: () => Date.now() - ago * DAY_MS } },
  })
  const otherKey = await pleat.issueKey('other')
  const agentKey = earlierDays > 0 ? await pleat.issueKey('support-agent') : otherKey
  for (; ago > 0; ago--) {
    const headers = { 'x-session-id': `ticket-${4000 + ago}` }
    const options = { base: () => pleat.url, key: agentKey, standIn, headers }
    const before = [{ role: 'system', content: INSTRUCTIONS }]
    await play({ ...options, before, wire: 'openai', dialogue: createDialogue(ago), turns: 12 + ((ago * 5) % 7) })
  }
  const lastRequest = await playConversation(pleat)
  const { deps } = pleat.server
  await deps.store.accounts.setPlan('test', 'pro')
  await deps.store.accounts.addBudget('other', 250_000_000, undefined)
  // The server writes sessions, turns, usage and clouds some time after the responses.
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

/** Sends the conversation of the demo turn by turn; returns the last request. */
async function playConversation(pleat: Pleat): Promise<string> {
  const messages: object[] = []
  let request = ''
  for (const { question, answer } of CONVERSATION) {
    messages.push({ role: 'user', content: question })
    request = JSON.stringify({ model: 'gpt-4o', messages })
    await post(pleat.url, 'openai', { key: pleat.key, body: request, headers: { 'x-session-id': 'ceramics-studio' } })
    messages.push({ role: 'assistant', content: answer })
  }
  return request
}
