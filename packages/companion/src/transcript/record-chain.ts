import { type JsonObject, stringAt } from './json-value.ts'

/**
 * The records on the path to the newest one, oldest first. The file is a tree: returning to an earlier message starts a branch,
 * and sub-agents write side chains. The boundary record of a compaction has no parent. It names the record before it; if the
 * file does not contain that record, the previous record in the file is used.
 */
export function recordChain(records: readonly JsonObject[]): JsonObject[] {
  const byId = new Map<string, JsonObject>()
  const before = new Map<JsonObject, JsonObject | undefined>()
  let leaf: JsonObject | undefined
  for (const record of records) {
    const id = stringAt(record, 'uuid')
    if (id === undefined || record.isSidechain === true) continue
    byId.set(id, record)
    before.set(record, leaf)
    leaf = record
  }
  const chain: JsonObject[] = []
  const seen = new Set<JsonObject>()
  for (let at = leaf; at && !seen.has(at); at = parentOf(at, byId) ?? (isBoundary(at) ? before.get(at) : undefined)) {
    seen.add(at)
    chain.push(at)
  }
  return chain.reverse()
}

function parentOf(record: JsonObject, byId: ReadonlyMap<string, JsonObject>): JsonObject | undefined {
  const parent = stringAt(record, 'parentUuid') ?? stringAt(record, 'logicalParentUuid')
  return parent === undefined ? undefined : byId.get(parent)
}

function isBoundary(record: JsonObject): boolean {
  return record.subtype === 'compact_boundary' && stringAt(record, 'parentUuid') === undefined
}
