import { estimateMessages, estimateTokens } from './estimate-tokens.ts'
import type { View, ViewRequest } from './view.ts'

/** Compresses on this machine. The core is loaded here, because most commands do not need it. */
export async function localView({ messages, mode }: ViewRequest, whyLocal?: string): Promise<View> {
  const [{ enhance }, { TUL1_VERSION }] = await Promise.all([
    import('@pleat/core/tul1'),
    import('@pleat/core/tul1/version'),
  ])
  const enhanced = enhance({ messages, mode, count: estimateTokens })
  return {
    by: 'local',
    ...(whyLocal !== undefined && { whyLocal }),
    ...enhanced,
    originalTokens: estimateMessages(messages),
    feeCents: 0,
    version: TUL1_VERSION,
  }
}
