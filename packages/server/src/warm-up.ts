import type { Deps } from './deps.ts'
import { warmUpTranscript } from './warm-up-transcript.ts'

/** Enough for every part of the fold to have been used, the second fold and a recall included. */
const FOLDED_MESSAGES = 25

/** Characters of a message of one sentence. */
const SHORT = 60

/** Makes a server that is up ready for the first who would otherwise wait for what is compiled and read on first use. */
export async function warmUp(deps: Deps): Promise<void> {
  if (!deps.config.warmsUp) return
  const messages = warmUpTranscript(FOLDED_MESSAGES)
  // Some requests in a few words: what those ask for is read in other ways than what long ones say.
  await deps.compression.warmUp(
    messages.map(({ role, content }, i) => ({ role, content: i % 8 === 4 ? content.slice(0, SHORT) : content })),
  )
  await warmUpForTranscripts(deps)
}

/** The thread takes half a second and some 60 MB, which a server that only proxies need not spend. */
async function warmUpForTranscripts({ store, transcriptWorker }: Deps): Promise<void> {
  const accounts = await store.keys.listAccounts()
  const isSomebodyEntitled = accounts.some(({ plan, budgetMicroCents }) => plan === 'pro' || budgetMicroCents > 0)
  if (isSomebodyEntitled) await transcriptWorker.warmUp()
}
