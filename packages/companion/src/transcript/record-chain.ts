import { type JsonObject, stringAt } from './json-value.ts'

/**
 * The records that lead to the newest one, oldest first. Such files are trees: going back to an earlier message starts
 * a branch, and sub-agents write side chains beside the main one. A boundary that a compaction has written has no
 * parent, but names the record that came before it.
 */
export function recordChain(records: readonly JsonObject[]): JsonObject[] {
  const byId = new Map<string, JsonObject>()
  let leaf: JsonObject | undefined
  for (const record of records) {
    const id = stringAt(record, 'uuid')
    if (id === undefined || record.isSidechain === true) continue
    byId.set(id, record)
    leaf = record
  }
  const chain: JsonObject[] = []
  const seen = new Set<JsonObject>()
  for (let at = leaf; at && !seen.has(at); at = parentOf(at, byId)) {
    seen.add(at)
    chain.push(at)
  }
  return chain.reverse()
}

function parentOf(record: JsonObject, byId: ReadonlyMap<string, JsonObject>): JsonObject | undefined {
  const parent = stringAt(record, 'parentUuid') ?? stringAt(record, 'logicalParentUuid')
  return parent === undefined ? undefined : byId.get(parent)
}
