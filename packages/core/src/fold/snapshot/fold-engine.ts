import type { Hash } from '../../hash.ts'
import { LANGUAGES, lexiconOf } from '../../lexicon/languages.ts'
import type { StaticVectors } from '../../tags/static-vectors.ts'
import { DEFAULT_POLICY } from '../policy.ts'

/**
 * Names what a state is computed by: the release, the policy, the words of every language, and whether meanings are known. A
 * snapshot of another engine would have other bytes sent, so it is not read.
 * @param version of the release
 */
export function foldEngine(hash: Hash, version: string, vectors: StaticVectors | undefined): string {
  const words = LANGUAGES.map((language) => lexiconOf(language))
  return hash(JSON.stringify([version, DEFAULT_POLICY, words, vectors?.dimensions ?? 0]))
}
