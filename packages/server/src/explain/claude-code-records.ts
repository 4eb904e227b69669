/** A message in the format of a provider's API. Other members are kept. */
export interface RecordedMessage {
  readonly role: string
  readonly content: unknown
  readonly [member: string]: unknown
}

/** A line of a Claude Code transcript. */
interface ClaudeCodeRecord {
  readonly type?: unknown
  readonly uuid?: unknown
  readonly parentUuid?: unknown
  readonly isSidechain?: unknown
  readonly message?: unknown
}

/** A conversation as the client last sent it. Transcripts do not contain instructions and tools. */
export interface RecordedConversation {
  readonly messages: readonly RecordedMessage[]
  readonly model: string | undefined
}

interface Block {
  readonly type?: unknown
  readonly id?: unknown
  readonly tool_use_id?: unknown
}

/** True if these lines are a transcript of Claude Code. */
export function isClaudeCode(lines: readonly object[]): boolean {
  return lines.some((line) => 'uuid' in line && messageOf(line) !== undefined)
}

/**
 * The messages on the path to the newest one. The file is a tree: returning to an earlier message starts a branch, and sub-agents
 * have separate branches. After a compaction, the conversation starts again with its summary.
 */
export function readClaudeCode(lines: readonly object[]): RecordedConversation {
  const records = (lines as readonly ClaudeCodeRecord[]).filter(({ isSidechain }) => isSidechain !== true)
  const chain = ancestors(records)
  const spoken = withSiblings(records, chain).flatMap((record) => messageOf(record) ?? [])
  const models = spoken
    .map(({ model }) => model)
    .filter((model) => typeof model === 'string' && /^[\w.-]+$/.test(model))
  return { messages: joinParts(spoken), model: models.at(-1) as string | undefined }
}

function messageOf(record: ClaudeCodeRecord): RecordedMessage | undefined {
  const { type, message } = record
  if ((type !== 'user' && type !== 'assistant') || typeof message !== 'object' || message === null) return undefined
  return 'role' in message && 'content' in message ? (message as RecordedMessage) : undefined
}

function ancestors(records: readonly ClaudeCodeRecord[]): ReadonlySet<ClaudeCodeRecord> {
  const byId = new Map(records.filter(({ uuid }) => typeof uuid === 'string').map((record) => [record.uuid, record]))
  const chain = new Set<ClaudeCodeRecord>()
  let at = records.findLast((record) => typeof record.uuid === 'string' && messageOf(record) !== undefined)
  while (at && !chain.has(at)) {
    chain.add(at)
    at = byId.get(at.parentUuid)
  }
  return chain
}

/** Adds parallel tool calls and their results, of which only one each is an ancestor of later records. */
function withSiblings(
  records: readonly ClaudeCodeRecord[],
  chain: ReadonlySet<ClaudeCodeRecord>,
): readonly ClaudeCodeRecord[] {
  const answers = new Set([...chain].map((record) => messageOf(record)?.id).filter((id) => typeof id === 'string'))
  const isPart = (record: ClaudeCodeRecord): boolean =>
    chain.has(record) || answers.has(messageOf(record)?.id as string)
  const calls = new Set(records.filter(isPart).flatMap((record) => blocksOf(record).map(({ id }) => id)))
  calls.delete(undefined)
  const answered = new Set<unknown>()
  return records.filter((record) => {
    const results = blocksOf(record).filter(({ type }) => type === 'tool_result')
    if (!results.length) return isPart(record)
    // A result is kept once, although returning to an earlier message may have recorded it again.
    const isWanted = results.every(({ tool_use_id: id }) => calls.has(id) && !answered.has(id))
    if (isWanted) for (const { tool_use_id: id } of results) answered.add(id)
    return isWanted
  })
}

function blocksOf(record: ClaudeCodeRecord): readonly Block[] {
  const content = messageOf(record)?.content
  return Array.isArray(content) ? (content as readonly Block[]) : []
}

/** Joins the blocks of an answer, each of which is a record, and the results of parallel calls. */
function joinParts(spoken: readonly RecordedMessage[]): readonly RecordedMessage[] {
  const joined: { role: string; content: unknown; id: unknown }[] = []
  const places = new Map<unknown, number>()
  for (const { role, content, id } of spoken) {
    const known = role === 'assistant' && id !== undefined ? places.get(id) : undefined
    const last = joined.at(-1)
    if (known !== undefined) joined[known]!.content = [...asBlocks(joined[known]!.content), ...asBlocks(content)]
    else if (last && isResults(last.content) && isResults(content)) {
      last.content = [...asBlocks(last.content), ...asBlocks(content)]
    } else {
      if (role === 'assistant' && id !== undefined) places.set(id, joined.length)
      joined.push({ role, content, id })
    }
  }
  return joined.map(({ role, content }) => ({ role, content }))
}

function isResults(content: unknown): boolean {
  return Array.isArray(content) && content.length > 0 && content.every((block: Block) => block?.type === 'tool_result')
}

function asBlocks(content: unknown): readonly unknown[] {
  return Array.isArray(content) ? content : [{ type: 'text', text: content }]
}
