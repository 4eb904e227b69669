import { isObject, type JsonObject, listAt, stringAt } from './json-value.ts'

/** The records of a file by their ids. */
interface RecordTree {
  readonly byId: ReadonlyMap<string, JsonObject>
  /** The previous record in the file. */
  readonly before: ReadonlyMap<JsonObject, JsonObject | undefined>
}

/**
 * The records of the newest branch in file order. The file is a tree: returning to an earlier message starts a branch,
 * and sub-agents write side chains. If the file does not contain the parent that a record names, the previous record in
 * the file is used. The boundary record of a compaction has no parent and names the record before it instead.
 */
export function recordChain(records: readonly JsonObject[]): JsonObject[] {
  const byId = new Map<string, JsonObject>()
  const before = new Map<JsonObject, JsonObject | undefined>()
  let leaf: JsonObject | undefined
  for (const record of records) {
    const id = stringAt(record, 'uuid')
    if (id === undefined || record.isSidechain === true || byId.has(id)) continue
    byId.set(id, record)
    before.set(record, leaf)
    leaf = record
  }
  const tree = { byId, before }
  const chosen = new Set<JsonObject>()
  for (let at = leaf; at && !chosen.has(at); at = parentOf(at, tree)) chosen.add(at)
  addParallelCalls(chosen, tree)
  return [...byId.values()].filter((record) => chosen.has(record))
}

function parentOf(record: JsonObject, { byId, before }: RecordTree): JsonObject | undefined {
  const named = stringAt(record, 'parentUuid') ?? stringAt(record, 'logicalParentUuid')
  const parent = named === undefined ? undefined : byId.get(named)
  return parent ?? (named !== undefined || record.subtype === 'compact_boundary' ? before.get(record) : undefined)
}

/**
 * Adds parallel tool calls and their results. The transcript has one record for each call of an answer, and the parent of
 * a result is the record of its call, so a path contains only one result. The records of an answer share a message id.
 * Some gateways use one id for all answers. So an added record must also continue a chosen one, which excludes other
 * branches.
 */
function addParallelCalls(chosen: Set<JsonObject>, tree: RecordTree): void {
  const answers = new Set([...chosen].flatMap((record) => messageId(record) ?? []))
  for (const record of tree.byId.values()) {
    const isResult = isToolResult(record)
    if (chosen.has(record) || (!isResult && messageId(record) === undefined)) continue
    const parent = spokenParentOf(record, tree)
    if (!parent || !chosen.has(parent)) continue
    const id = messageId(isResult ? parent : record)
    if (id !== undefined && answers.has(id)) chosen.add(record)
  }
}

/** The nearest message before a record. Records of progress and of hooks may be between two messages. */
function spokenParentOf(record: JsonObject, tree: RecordTree): JsonObject | undefined {
  const seen = new Set([record])
  let at = parentOf(record, tree)
  while (at && !seen.has(at) && at.type !== 'user' && at.type !== 'assistant') {
    seen.add(at)
    at = parentOf(at, tree)
  }
  return at
}

/** The id of the answer that a record is a part of. */
function messageId(record: JsonObject): string | undefined {
  return record.type === 'assistant' ? stringAt(record.message, 'id') : undefined
}

function isToolResult(record: JsonObject): boolean {
  return (
    record.type === 'user' &&
    listAt(record.message, 'content').some((block) => isObject(block) && block.type === 'tool_result')
  )
}
