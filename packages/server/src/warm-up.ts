import type { Deps } from './deps.ts'
import { warmUpTranscript } from './warm-up-transcript.ts'

/** Enough messages that each part of the fold runs, including later folds and recalls, and that V8 compiles it for good. */
const FOLDED_MESSAGES = 61
/**
 * Also enough for the code that reads the snapshots of another node. With 61 messages, one of the first twenty requests
 * waited 50 ms for V8.
 */
const FOLDED_WITH_SNAPSHOTS = 161

/** Characters of a message of one sentence. */
const SHORT = 60

/** Compiles code and loads data that would delay the first requests of a running server. */
export async function warmUp(deps: Deps): Promise<void> {
  if (!deps.config.warmsUp) return
  const messages = warmUpTranscript(deps.snapshots === undefined ? FOLDED_MESSAGES : FOLDED_WITH_SNAPSHOTS)
  // Some requests are short, because the fold reads them with other code than long ones.
  await deps.compression.warmUp(
    messages.map(({ role, content }, i) => ({ role, content: i % 8 === 4 ? content.slice(0, SHORT) : content })),
  )
  await warmUpForTranscripts(deps)
}

/** The thread takes half a second and 60 MB. A server on which no account may request transcript views saves both. */
async function warmUpForTranscripts({ store, transcriptWorker }: Deps): Promise<void> {
  const accounts = await store.keys.listAccounts()
  const isSomebodyEntitled = accounts.some(({ plan, budgetMicroCents }) => plan === 'pro' || budgetMicroCents > 0)
  if (isSomebodyEntitled) await transcriptWorker.warmUp()
}
