import { HISTORY_FIELDS, type Wire } from './wire.ts'

/** A word of most hostile bodies, which must not occur in the log. */
export const MARKER = 'zebra-crossing-7341'

const DEEP = 100_000
const message = (content: string) => `{"role":"user","content":${content}}`
const request = (messages: string) => `{"model":"m","max_tokens":9,"messages":[${messages}]}`
const nested = (open: string, close: string, inside: string) => open.repeat(DEEP) + inside + close.repeat(DEEP)

/** Malformed bodies by name, built on demand because some are large. */
export const HOSTILE_BODIES: Readonly<Record<string, () => string | Buffer>> = {
  'nothing at all': () => '',
  'white space': () => ' \n\t ',
  'a text': () => `"${MARKER}"`,
  'a number': () => '0',
  null: () => 'null',
  'a list': () => `["${MARKER}"]`,
  'no messages': () => `{"model":"${MARKER}"}`,
  'messages that never end': () => `{"messages":[{"role":"user","content":"${MARKER}`,
  'text that is not JSON': () => `messages: ${MARKER}`,
  'text after the end': () => `${request(message(`"${MARKER}"`))} ${MARKER}`,
  'a byte order mark': () => `\u{feff}${request(message('"x"'))}`,
  'a zero byte': () => `{"messages":[{"role":"user","content":"${MARKER}\0"}]}`,
  'bytes that are not UTF-8': () => Buffer.concat([Buffer.from(`{"messages":"${MARKER}`), Buffer.from([0xff, 0xfe])]),
  'bytes that are not UTF-8 in a content': () => Buffer.from(request(message(`"${MARKER}\u00ff"`)), 'latin1'),
  'lone surrogates': () => request(message(`"\\ud800 ${MARKER} \\udfff\\ud83d"`)),
  'keys twice': () => `{"messages":[],"model":"m","messages":[${message(`"${MARKER}"`)}]}`,
  'a key twice in a message': () => request(`{"role":"user","role":"tool","content":"${MARKER}","content":[]}`),
  'keys that objects already have': () =>
    `{"__proto__":{"messages":[]},"constructor":{"prototype":1},"messages":[${message(`"${MARKER}"`)}]}`,
  'numbers out of range': () => `{"model":"m","max_tokens":1e999999,"seed":-0e-999999,"messages":[${message('"x"')}]}`,
  'lists in lists': () => nested('[', ']', `"${MARKER}"`),
  'lists in lists without an end': () => '['.repeat(DEEP),
  'objects in objects': () => nested('{"a":', '}', `"${MARKER}"`),
  'lists in lists as messages': () => request(nested('[', ']', `"${MARKER}"`)),
  'lists in lists as a content': () => request(message(nested('[', ']', `"${MARKER}"`))),
  'objects in objects as a content': () => request(message(nested('{"type":', '}', `"${MARKER}"`))),
  'results in results': () => request(message(nested('[{"type":"tool_result","content":', '}]', '[]'))),
  'one letter, a million times': () => request(message(JSON.stringify('a'.repeat(1_000_000)))),
  'one character beyond ASCII, again and again': () => request(message(JSON.stringify('漢'.repeat(200_000)))),
  'line breaks, again and again': () => request(message(JSON.stringify('\n'.repeat(1_000_000)))),
  'escapes, again and again': () => request(message(`"${'\\u0061'.repeat(150_000)}"`)),
  'many keys': () =>
    `{${Array.from({ length: 100_000 }, (_, i) => `"key${i}":${i}`).join()},"messages":[${message('"x"')}]}`,
  'many messages': () => request(Array.from({ length: 5000 }, () => message('"x"')).join()),
  'many empty messages': () => request(Array.from({ length: 50_000 }, () => '{}').join()),
  'answers without questions': () =>
    request(Array.from({ length: 40 }, () => `{"role":"assistant","content":"${MARKER}"}`).join()),
  'results without calls': () =>
    request(
      Array.from(
        { length: 40 },
        () => `{"role":"tool","tool_call_id":"1","content":"${MARKER}"},{"role":"assistant","content":"x"}`,
      ).join(),
    ),
}

const WRONG_VALUES = ['null', 'true', '0', '-1', '1e400', '""', `"${MARKER}"`, '[]', '{}', '[[]]', '[null]', '{"a":{}}']

/** A selection for blocks and items: all wrong values of all their types and fields would be too many. */
const WRONG_IN_BLOCKS = ['null', '0', `"${MARKER}"`, '[]', '{}']

const FIELDS: Readonly<Record<Wire, readonly string[]>> = {
  openai: [
    'model',
    'messages',
    'stream',
    'tools',
    'functions',
    'response_format',
    'user',
    'session_id',
    'prompt_cache_key',
    'metadata',
    'n',
  ],
  anthropic: [
    'model',
    'messages',
    'stream',
    'tools',
    'system',
    'max_tokens',
    'thinking',
    'metadata',
    'context_management',
    'container',
    'thread',
    'mcp_servers',
  ],
  responses: [
    'model',
    'input',
    'stream',
    'tools',
    'instructions',
    'text',
    'reasoning',
    'previous_response_id',
    'conversation',
    'prompt',
    'context_management',
    'prompt_cache_key',
    'prompt_cache_options',
  ],
}

const ITEM_TYPES = [
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'shell_call_output',
  'local_shell_call_output',
  'computer_call',
  'mcp_approval_request',
  'mcp_list_tools',
  'web_search_call',
  'compaction',
  'item_reference',
  'new_thing',
]
const ITEM_FIELDS = [
  'type',
  'id',
  'role',
  'content',
  'call_id',
  'name',
  'arguments',
  'action',
  'output',
  'encrypted_content',
]

/** The body with its field `messages` renamed to the history field of `wire`. */
export function onWire(wire: Wire, body: string): string {
  return body.replaceAll('"messages":', `"${HISTORY_FIELDS[wire]}":`)
}

/** Items of every type with a field of every wrong type. */
function wrongItems(long: string): string[] {
  const usual = { id: '"x"', call_id: '"c"', role: '"assistant"', content: '"x"' }
  const items = ITEM_TYPES.flatMap((type) =>
    ITEM_FIELDS.flatMap((field) => WRONG_IN_BLOCKS.map((value) => ({ type: `"${type}"`, ...usual, [field]: value }))),
  )
  return items.map((item) => {
    const members = Object.entries(item).map(([name, value]) => `"${name}":${value}`)
    return request(`{${members.join()}},${long},${message('"x"')}`)
  })
}

const MESSAGE_FIELDS = ['role', 'content', 'name', 'tool_calls', 'function_call', 'tool_call_id', 'refusal', 'audio']
const BLOCK_TYPES = [
  'text',
  'image',
  'image_url',
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'document',
  'new_thing',
]
const BLOCK_FIELDS = [
  'type',
  'text',
  'id',
  'name',
  'input',
  'tool_use_id',
  'content',
  'thinking',
  'signature',
  'cache_control',
  'citations',
  'source',
]

/** Conversations long enough to be folded, each with one value of a wrong type. */
export function wrongTypes(wire: Wire): string[] {
  const long = Array.from(
    { length: 6 },
    (_, i) => `${message(`"Question ${i} ${MARKER}"`)},{"role":"assistant","content":"Answer ${i}."}`,
  ).join()
  const bodies: string[] = []
  for (const value of WRONG_VALUES) {
    for (const field of FIELDS[wire]) bodies.push(`{"messages":[${long},${message('"x"')}],"${field}":${value}}`)
    for (const field of MESSAGE_FIELDS) {
      for (const role of ['user', 'assistant', 'tool']) {
        bodies.push(request(`{"role":"${role}","content":"x","${field}":${value}},${long},${message('"x"')}`))
      }
    }
    bodies.push(request(`${value},${long},${message('"x"')}`), request(`${long},${value}`))
  }
  for (const value of WRONG_IN_BLOCKS) {
    for (const type of BLOCK_TYPES) {
      for (const field of BLOCK_FIELDS) {
        const block = `{"type":"${type}","text":"x","${field}":${value}}`
        bodies.push(request(`{"role":"user","content":[${block}]},${long},${message('"x"')}`))
      }
    }
  }
  if (wire === 'responses') bodies.push(...wrongItems(long))
  return bodies.map((body) => onWire(wire, body))
}
