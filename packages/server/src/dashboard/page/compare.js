/** First words of the messages that the service adds. */
const DIGEST = /^\[Record of earlier turns/
const RECALL = /^\[From the record/
/** `12U text`: turn and speaker before each line of a digest or recall. */
const LINE = /^(\d+)([UAT]) /
const SPEAKERS = { user: 'U', assistant: 'A', tool: 'T', system: 'S', developer: 'S' }
/** A sentence counts as abridged if at least this share of its words is in the record. */
const ABRIDGED_SHARE = 0.6

/**
 * Compares an original request with the request that would be sent.
 * - Original messages are `unchanged`, or `folded` with the text of the record about them. See `partsOf`.
 * - Sent messages are `unchanged`, `digest`, `recall` or `rewritten`.
 */
export function compareRequests(original, sent) {
  const before = messagesOf(original)
  const after = messagesOf(sent)
  const same = matchMessages(before, after)
  const said = saidByTurn(after.filter((_, index) => !same.sent.has(index)))
  return {
    original: before.map((message, index) =>
      same.original.has(index)
        ? { ...message, fate: 'unchanged' }
        : { ...message, fate: 'folded', record: said.get(`${message.turn}${message.speaker}`) ?? '' },
    ),
    sent: after.map((message, index) => ({
      ...message,
      fate: same.sent.has(index) ? 'unchanged' : kindOf(message.text),
    })),
  }
}

/** The messages of a request of any of the APIs, with the turn of each. */
function messagesOf(request) {
  const items =
    request.messages ?? (Array.isArray(request.input) ? request.input : [{ role: 'user', content: request.input }])
  const top = request.system ?? request.instructions
  const all = top === undefined ? items : [{ role: 'system', content: top }, ...items]
  let turn = 1
  return all.map((item, index) => {
    const role = roleOf(item)
    const own = turn
    // An answer ends the turn. In the Responses API, a run of items is one answer.
    const isInRun = request.messages === undefined && index + 1 < all.length && roleOf(all[index + 1]) === 'assistant'
    if (role === 'assistant' && !isInRun) turn++
    return { role, turn: own, speaker: SPEAKERS[role] ?? 'T', text: textOf(item), json: JSON.stringify(item) }
  })
}

function roleOf(item) {
  if (Array.isArray(item.content) && item.content.some(({ type }) => type === 'tool_result')) return 'tool'
  if (item.role) return item.role
  return item.type === 'function_call_output' || item.type?.endsWith('_output') ? 'tool' : 'assistant'
}

function textOf(item) {
  const parts = [contentText(item.content ?? item.output ?? item.summary)]
  for (const call of item.tool_calls ?? []) parts.push(`${call.function?.name}(${call.function?.arguments ?? ''})`)
  if (item.type === 'function_call') parts.push(`${item.name}(${item.arguments})`)
  return parts.filter(Boolean).join('\n') || `[${item.type ?? 'empty'}]`
}

function contentText(content) {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map(blockText).join('\n')
}

function blockText(block) {
  if (typeof block === 'string') return block
  if (block.type === 'tool_result') return contentText(block.content)
  if (block.type === 'tool_use') return `${block.name}(${JSON.stringify(block.input)})`
  return block.text ?? block.thinking ?? `[${block.type}]`
}

/** Matches the messages that are sent unchanged, in order. Returns their indices in both requests. */
function matchMessages(before, after) {
  const original = new Set()
  const sent = new Set()
  const places = new Map()
  for (const [index, { json }] of after.entries()) places.set(json, [...(places.get(json) ?? []), index])
  let least = -1
  for (const [index, { json }] of before.entries()) {
    const place = places.get(json)?.find((each) => each > least && !sent.has(each))
    if (place === undefined) continue
    least = place
    original.add(index)
    sent.add(place)
  }
  return { original, sent }
}

/** The text of digests and recalls, by turn and speaker. */
function saidByTurn(messages) {
  const said = new Map()
  for (const { text } of messages) {
    let name
    for (const line of text.split('\n')) {
      const head = LINE.exec(line)
      if (head) name = head[1] + head[2]
      if (name !== undefined) said.set(name, `${said.get(name) ?? ''}\n${head ? line.slice(head[0].length) : line}`)
    }
  }
  return said
}

function kindOf(text) {
  if (DIGEST.test(text)) return 'digest'
  return RECALL.test(text) ? 'recall' : 'rewritten'
}

/** The sentences and lines of a folded message, each `kept`, `abridged` or `omitted` in the record. */
export function partsOf(text, record) {
  const words = new Set(wordsOf(record))
  return splitSentences(text).map((part) => ({ text: part, fate: fateOf(part, record, words) }))
}

function fateOf(part, record, words) {
  const core = part.trim()
  if (core === '' || record.includes(core)) return 'kept'
  const own = wordsOf(core)
  const found = own.filter((word) => words.has(word)).length
  return own.length > 0 && found / own.length >= ABRIDGED_SHARE ? 'abridged' : 'omitted'
}

const wordsOf = (text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Separators of sentences and lines, kept so that joining restores the text. */
const BETWEEN = /(?<=[.!?]\s+)(?=\S)|(?<=[。！？])|(?<=\n)(?=[^\n])/u

const splitSentences = (text) => text.split(BETWEEN).filter((part) => part !== '')

/** The lines of a digest or recall: the turn of each line, and its text split at gaps (`[-12]`). */
export function recordLines(text) {
  return text.split('\n').map((line) => {
    const head = LINE.exec(line)
    const rest = head ? line.slice(head[0].length) : line
    return {
      label: head?.[0].trim(),
      turn: head ? Number(head[1]) : undefined,
      speaker: head?.[2],
      parts: rest
        .split(/(\[-\d+\])/)
        .filter((part) => part !== '')
        .map((part) => ({ text: part, isGap: /^\[-\d+\]$/.test(part) })),
    }
  })
}
