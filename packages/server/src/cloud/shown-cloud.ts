import { type SessionTag, topTags } from '@pleat/core'
import type { CloudStore, SessionKey } from './cloud-port.ts'
import { unpackCloud } from './packed-cloud.ts'

/** A cloud for display. */
export interface ShownCloud {
  readonly turn: number
  readonly messages: number
  /** Number of tags. */
  readonly size: number
  /** The heaviest tags, in falling order of weight. */
  readonly tags: readonly (SessionTag & { readonly weight: number })[]
}

/** The cloud of a session with its `count` heaviest tags; undefined if none is stored or readable. */
export async function showCloud(
  clouds: CloudStore,
  { accountId, idHash }: SessionKey,
  count: number,
): Promise<ShownCloud | undefined> {
  const bytes = await clouds.find(accountId, idHash)
  const counted = bytes && (await unpackCloud(bytes).catch(() => undefined))
  if (!counted) return undefined
  const { cloud } = counted
  return { turn: cloud.turn, messages: cloud.messages, size: cloud.tags.size, tags: topTags(cloud, count) }
}
