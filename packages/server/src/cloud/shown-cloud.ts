import { type CloudTag, restoreCloud, topTags } from '@pleat/core'
import type { SessionKey } from '../compression-port.ts'
import type { CloudStore } from '../ports.ts'
import { unpackTags } from './packed-cloud.ts'

/** A cloud as people see it. */
export interface ShownCloud {
  readonly turn: number
  readonly messages: number
  /** How many tags it holds. */
  readonly size: number
  /** The heaviest, heaviest first. */
  readonly tags: readonly (CloudTag & { readonly weight: number })[]
}

/** The cloud of a session with its `count` heaviest tags; undefined where none is stored, or none that can be read. */
export async function showCloud(
  clouds: CloudStore,
  { accountId, idHash }: SessionKey,
  count: number,
): Promise<ShownCloud | undefined> {
  const bytes = await clouds.find(accountId, idHash)
  if (!bytes) return undefined
  try {
    const cloud = restoreCloud(await unpackTags(bytes))
    return { turn: cloud.turn, messages: cloud.messages, size: cloud.entries.size, tags: topTags(cloud, count) }
  } catch {
    // Of another version: the server builds it anew.
    return undefined
  }
}
