import { createBm25 } from './baselines/bm25.ts'
import { MASK_TOOL_RESULTS } from './baselines/masking.ts'
import { KEEP_NEWEST } from './baselines/newest.ts'
import { createPruneMessages, type PruneLibrary } from './baselines/prune-messages.ts'
import { createTrimMessages, type LangChainMessages } from './baselines/trim-messages.ts'
import { AI_SDK, type Contender, LANGCHAIN, loadContender } from './packages.ts'
import type { Recording } from './recordings.ts'
import type { Scoring } from './scoring.ts'
import type { Method } from './twin.ts'

/** The methods that Pleat is compared with. */
export interface Baselines {
  /** The methods for these recordings. Without tools, the last two have nothing to do and are omitted. */
  of(recordings: readonly Recording[]): readonly Method[]
  /** Packages that could not be installed, one line for each. */
  readonly missing: readonly string[]
}

/** Loads the baselines. Packages are installed if they are missing. */
export async function loadBaselines(scoring: Scoring): Promise<Baselines> {
  const missing: string[] = []
  const load = async <Library>(contender: Contender, create: (library: Library, title: string) => Method) => {
    const result = await loadContender<Library>(contender)
    const title = `${contender.name} ${contender.version}`
    if ('library' in result) return [create(result.library, title)]
    missing.push(`${title} is left out: ${result.missing}.`)
    return []
  }
  const trim = await load<LangChainMessages>(LANGCHAIN, (library, title) =>
    createTrimMessages(library, `\`trimMessages\` of ${title}`),
  )
  const prune = await load<PruneLibrary>(AI_SDK, (library, title) =>
    createPruneMessages(library, `\`pruneMessages\` of ${title}`),
  )
  const always = [KEEP_NEWEST, ...trim, createBm25((message) => scoring.flatten(message))]
  const withTools = [...always, MASK_TOOL_RESULTS, ...prune]
  return { of: (recordings) => (hasTools(recordings) ? withTools : always), missing }
}

function hasTools(recordings: readonly Recording[]): boolean {
  return recordings.some(({ messages }) =>
    messages.some(
      ({ role, content }) =>
        role === 'tool' || (Array.isArray(content) && content.some(({ type }) => type === 'tool_result')),
    ),
  )
}
