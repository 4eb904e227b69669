import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Recording, readRecordings, type WireBlock, type WireMessage } from '../quality/recordings.ts'
import { BENCH_FOLDER } from '../quality/sets.ts'
import { loadTalks } from '../statements/load-talks.ts'
import { encodeTalk } from '../statements/wire.ts'

export type ReplayedWire = 'openai' | 'anthropic'

/** A recorded conversation as its client sends it. */
export interface Conversation {
  readonly name: string
  readonly wire: ReplayedWire
  /** True if its requests carry `X-Session-Id`; otherwise the server finds the session by the messages. */
  readonly hasId: boolean
  readonly streams: boolean
  /** Number of its requests. */
  readonly turns: number
  /** The body of request `turn`, from 0: the history and the newest message. */
  bodyAt(turn: number): string
}

export interface ConversationOptions {
  /** Number of conversations of each recorded set, and of each kind of hand-written talk. */
  readonly perSet: number
  /** Maximum number of requests of a conversation. */
  readonly mostTurns: number
}

/** The recorded sets that are replayed if they are present, and their wires. */
const RECORDED: readonly { readonly set: string; readonly wires: readonly ReplayedWire[] }[] = [
  { set: 'locomo', wires: ['openai', 'anthropic'] },
  { set: 'tau_airline', wires: ['openai'] },
  { set: 'claude_code', wires: ['anthropic'] },
]
const TALK_KINDS = ['long', 'tools', 'chat'] as const
const MODELS: Readonly<Record<ReplayedWire, object>> = {
  openai: { model: 'gpt-4o' },
  anthropic: { model: 'claude-sonnet-4-5', max_tokens: 1024 },
}

/** The longest hand-written talks of each kind, and the longest recordings of three sets if they are present. */
export function loadConversations({ perSet, mostTurns }: ConversationOptions): readonly Conversation[] {
  const talks = TALK_KINDS.flatMap((kind) => longest(loadTalks(), kind, perSet)).map((talk) => ({
    name: talk.id,
    wire: talk.wire,
    hasId: false,
    messages: encodeTalk(talk, talk.messages),
  }))
  const recorded = RECORDED.flatMap(({ set, wires }) =>
    wires.flatMap((wire) =>
      recordingsOf(set, perSet).map((recording, index) => ({
        name: `${set}-${index}-${wire}`,
        wire,
        hasId: true,
        messages: recording.messages,
      })),
    ),
  )
  return [...talks, ...recorded].map(({ name, wire, hasId, messages }, index) => {
    const lengths = requestLengths(wire, messages).slice(0, mostTurns)
    const streams = index % 2 === 1
    const bodyAt = (turn: number) => encode(wire, messages.slice(0, lengths[turn]), streams)
    return { name, wire, hasId, streams, turns: lengths.length, bodyAt }
  })
}

function longest<Talk extends { kind: string; messages: readonly unknown[] }>(
  talks: readonly Talk[],
  kind: string,
  count: number,
): readonly Talk[] {
  const ofKind = talks.filter((talk) => talk.kind === kind)
  return ofKind.sort((one, other) => other.messages.length - one.messages.length).slice(0, count)
}

/** The longest recordings of a set. */
function recordingsOf(set: string, count: number): readonly Recording[] {
  if (!existsSync(join(BENCH_FOLDER, 'data', `${set}.jsonl.gz`))) return []
  const all = [...readRecordings(set)].sort((one, other) => other.messages.length - one.messages.length)
  return all.slice(0, count)
}

/** Numbers of messages in the requests: those before each answer. A conversation of the messages API begins with the user. */
function requestLengths(wire: ReplayedWire, messages: readonly WireMessage[]): readonly number[] {
  const isAsked = (role: string | undefined) => role !== undefined && role !== 'assistant' && role !== 'system'
  const first = messages.findIndex(({ role }) => isAsked(role))
  const lengths = [...messages.keys()].filter((index) => messages[index]!.role === 'assistant' && index > first)
  return lengths.filter((index) => isAsked(messages[index - 1]!.role) && (wire === 'openai' || index > 0))
}

/** The messages are the last member, so that the text before them is the same in each request. */
function encode(wire: ReplayedWire, messages: readonly WireMessage[], streams: boolean): string {
  const fields = { ...MODELS[wire], ...(streams && { stream: true }) }
  if (wire === 'openai') {
    return JSON.stringify({ ...fields, ...(streams && { stream_options: { include_usage: true } }), messages })
  }
  const system = messages.find(({ role }) => role === 'system')
  const said = messages.slice(messages.findIndex(({ role }) => role === 'user'))
  return JSON.stringify({
    ...fields,
    ...(system && { system: [{ type: 'text', text: system.content, ...MARK }] }),
    messages: withMarks(said),
  })
}

const MARK = { cache_control: { type: 'ephemeral' } }

/** Cache marks on the last two messages of the user, as coding agents set them. */
function withMarks(messages: readonly WireMessage[]): readonly WireMessage[] {
  const users = [...messages.keys()].filter((index) => messages[index]!.role === 'user').slice(-2)
  return messages.map((message, index) => (users.includes(index) ? marked(message) : message))
}

function marked(message: WireMessage): WireMessage {
  const blocks: readonly WireBlock[] =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : (message.content ?? [])
  return { ...message, content: blocks.map((block, at) => (at === blocks.length - 1 ? { ...block, ...MARK } : block)) }
}
