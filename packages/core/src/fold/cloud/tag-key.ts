import { TAG_KINDS, type Tag, type TagKind } from '../../tags/tag.ts'
import { termId } from '../../words/words.ts'

/** The lowest bits of a value's hash encode its kind. */
const KIND_MASK = 15
const VALUES_FROM = 2 ** 32

/** Hash of a typed value, which contains its kind. */
export function valueHash({ kind, text }: Pick<Tag, 'kind' | 'text'>): number {
  return (termId(text) & ~KIND_MASK) | TAG_KINDS.indexOf(kind)
}

export function kindOfHash(hash: number): TagKind | undefined {
  return TAG_KINDS[hash & KIND_MASK]
}

/** Key of a typed value among the tags of a cloud. The key of a term is its id. */
export function keyOfValue(hash: number): number {
  return VALUES_FROM + (hash >>> 0)
}

/** The kind of a typed value by its key; undefined for a term. */
export function kindOfKey(key: number): TagKind | undefined {
  return key >= VALUES_FROM ? kindOfHash(key - VALUES_FROM) : undefined
}
