const MODELS = { 'openai-chat': 'gpt-4o', 'anthropic-messages': 'claude-sonnet-4-5', 'openai-responses': 'gpt-5' }
const BLOCKS_OF_MESSAGES = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking']
/** `User: ...` at the start of a line. */
const SPEAKER = /^(user|human|assistant|ai|system)\s*:\s*/i

/**
 * Converts pasted text to a request. The text may be a request body, an array of messages, lines with one message each
 * (including those of Claude Code), or text with `User:` and `Assistant:` before each message.
 * @throws {Error} for any other text
 */
export function readTranscript(text) {
  const whole = parse(text)
  if (Array.isArray(whole?.input)) return { format: 'openai-responses', body: text, notes: [] }
  if (Array.isArray(whole?.messages)) return { format: formatOf(whole), body: text, notes: [] }
  const messages = Array.isArray(whole) ? whole : (spokenIn(text) ?? recordsOf(text))
  if (!messages?.length || !messages.every((message) => typeof message?.role === 'string')) {
    throw new Error(
      'Unknown format. Use a request body, messages as JSON or as lines of JSON, or text with User: and Assistant:.',
    )
  }
  return fromMessages(messages)
}

/** The last request, without the answers at the end. */
function fromMessages(messages) {
  const end = messages.findLastIndex(({ role }) => role !== 'assistant') + 1
  if (end === 0) throw new Error('The text contains only answers. It needs a message of the user before them.')
  const format = formatOf({ messages })
  const model = MODELS[format]
  const notes = [`No model is named; tokens are counted as for ${model}.`]
  if (end < messages.length) notes.push('The last answer is left out, because the last request ended before it.')
  const sent = messages.slice(0, end)
  const body = format === 'openai-chat' ? { model, messages: sent } : { model, max_tokens: 1024, messages: sent }
  return { format, body: JSON.stringify(body), notes }
}

function formatOf({ messages, system, model }) {
  const isOfBlocks = ({ content }) =>
    Array.isArray(content) && content.some((block) => BLOCKS_OF_MESSAGES.includes(block?.type))
  const isMessages =
    system !== undefined || /^claude/.test(model ?? '') || messages.some((message) => message && isOfBlocks(message))
  return isMessages ? 'anthropic-messages' : 'openai-chat'
}

/** Messages of lines of JSON: plain, or inside the records of Claude Code. Lines that are not JSON are skipped. */
function recordsOf(text) {
  const records = text.split('\n').flatMap((line) => parse(line) ?? [])
  if (records.length === 0) return undefined
  const recorded = records.filter(({ message, isSidechain }) => message?.role && !isSidechain)
  if (recorded.length === 0) return records
  const messages = []
  for (const { message } of recorded) {
    const last = messages.at(-1)
    // One answer is recorded block by block.
    if (last && last.id !== undefined && last.id === message.id)
      last.content = [...blocks(last.content), ...blocks(message.content)]
    else messages.push({ role: message.role, content: message.content, id: message.id })
  }
  return messages.map(({ role, content }) => ({ role, content }))
}

const blocks = (content) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content)

/** Messages of text with a speaker before each of them; undefined if the text begins otherwise. */
function spokenIn(text) {
  const messages = []
  for (const line of text.split('\n')) {
    const said = SPEAKER.exec(line)
    if (said) messages.push({ role: roleOf(said[1].toLowerCase()), content: line.slice(said[0].length) })
    else if (messages.length > 0) messages.at(-1).content += `\n${line}`
    else if (line.trim()) return undefined
  }
  return messages.map(({ role, content }) => ({ role, content: content.trim() || '…' }))
}

function roleOf(name) {
  if (name === 'human') return 'user'
  return name === 'ai' ? 'assistant' : name
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
