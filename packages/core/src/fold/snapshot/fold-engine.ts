import type { Hash } from '../../hash.ts'
import { LANGUAGES, lexiconOf } from '../../lexicon/languages.ts'
import type { StaticVectors } from '../../tags/static-vectors.ts'
import { DEFAULT_POLICY } from '../policy.ts'

/**
 * Identifies the engine that computes a state: the release, the policy, the words of all languages, and whether vectors are
 * available. A snapshot of another engine would lead to other bytes, so it is not read.
 * @param version of the release
 */
export function foldEngine(hash: Hash, version: string, vectors: StaticVectors | undefined): string {
  const words = LANGUAGES.map((language) => lexiconOf(language))
  return hash(JSON.stringify([version, DEFAULT_POLICY, words, vectors?.dimensions ?? 0]))
}
