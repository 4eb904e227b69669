import { type SessionTag, topTags } from '@pleat/core'
import type { CloudStore, SessionKey } from './cloud-port.ts'
import { unpackCloud } from './packed-cloud.ts'

/** A cloud as people see it. */
export interface ShownCloud {
  readonly turn: number
  readonly messages: number
  /** How many tags it holds. */
  readonly size: number
  /** The heaviest, heaviest first. */
  readonly tags: readonly (SessionTag & { readonly weight: number })[]
}

/** The cloud of a session with its `count` heaviest tags; undefined where none is stored, or none that can be read. */
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
