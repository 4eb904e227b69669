import type { WireFormat } from '../conversation.ts'
import { type Usage, UsageTotals } from './usage-totals.ts'

/** Reads usage from a copy of a response; never throws, whatever the response holds. */
export interface UsageTap {
  /** Takes the next piece of decoded text, split anywhere. */
  push(chunk: string): void
  /** What the response said, or undefined when it said nothing. */
  end(): Usage | undefined
  /** False for a stream whose API names its last event, before that event: an end here is a break. */
  isWhole(): boolean
}

/** A JSON answer longer than this is not read: usage is not worth more memory. In UTF-16 units. */
const MAX_JSON_LENGTH = 4 * 1024 * 1024

/** A line of an event stream longer than this is skipped; the lines with usage are short. In UTF-16 units. */
const MAX_LINE_LENGTH = 1024 * 1024

/** Chunks of OpenAI carry `"usage":null` until the last one. */
const HAS_USAGE = /"usage"\s*:\s*\{/

/** Events with which a stream of the Responses API ends. */
const LAST_EVENTS: ReadonlySet<string | undefined> = new Set([
  'response.completed',
  'response.incomplete',
  'response.failed',
  'response.cancelled',
  'error',
])
const EVENT_NAME = /^event: ?(\S+)\s*$/
/** For servers that give events no names. */
const EVENT_TYPE = /"type"\s*:\s*"([\w.]+)"/g
/** What servers of other makers send last. */
const DONE = /^data: ?\[DONE\]/

/** A tap for a response of `contentType`: an event stream is read line by line, anything else as one JSON text. */
export function createUsageTap(format: WireFormat, contentType: string): UsageTap {
  const totals = new UsageTotals(format)
  return isStream(contentType) ? tapStream(totals, format === 'openai-responses') : new JsonTap(totals)
}

function hasLastType(line: string): boolean {
  for (const [, type] of line.matchAll(EVENT_TYPE)) if (LAST_EVENTS.has(type)) return true
  return false
}

function isStream(contentType: string): boolean {
  // As it mostly is, without a lower case of it.
  return contentType !== 'application/json' && contentType.toLowerCase().includes('text/event-stream')
}

class JsonTap implements UsageTap {
  readonly #totals: UsageTotals
  #text = ''
  #isTooLong = false

  constructor(totals: UsageTotals) {
    this.#totals = totals
  }

  push(chunk: string): void {
    this.#isTooLong ||= this.#text.length + chunk.length > MAX_JSON_LENGTH
    this.#text = this.#isTooLong ? '' : this.#text + chunk
  }

  end(): Usage | undefined {
    if (!this.#isTooLong) this.#totals.read(this.#text)
    this.#text = ''
    return this.#totals.result()
  }

  isWhole(): boolean {
    return true
  }
}

function tapStream(totals: UsageTotals, hasLastEvent: boolean): UsageTap {
  let pieces: string[] = []
  let length = 0
  let hasNames = false
  let isLast = false
  let isWhole = !hasLastEvent

  function endLine(): void {
    if (length > 0 && length <= MAX_LINE_LENGTH) {
      const line = pieces.join('')
      if (line.startsWith('data:') && HAS_USAGE.test(line)) totals.read(line.slice('data:'.length))
      if (!isWhole) watchForEnd(line)
    } else if (length > 0) {
      // It may have been the last event.
      isWhole ||= isLast || !hasNames
    }
    pieces = []
    length = 0
  }

  function watchForEnd(line: string): void {
    if (line.startsWith('event:')) {
      hasNames = true
      isLast = LAST_EVENTS.has(EVENT_NAME.exec(line)?.[1])
    } else if (line.startsWith('data:')) {
      isWhole = DONE.test(line) || (hasNames ? isLast : hasLastType(line))
    }
  }

  function addToLine(piece: string): void {
    length += piece.length
    if (length > MAX_LINE_LENGTH) pieces = []
    else if (piece !== '') pieces.push(piece)
  }

  return {
    push(chunk) {
      // A line may end in LF, CR LF or CR. One cut between CR and LF gives an empty line more, which says nothing.
      const text = chunk.includes('\r') ? chunk.replaceAll('\r', '\n') : chunk
      let from = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
        addToLine(text.slice(from, end))
        endLine()
        from = end + 1
      }
      addToLine(text.slice(from))
    },
    end() {
      endLine()
      return totals.result()
    },
    isWhole() {
      // Clients read a last event that lacks its line break, and none that is cut.
      if (!isWhole && pieces.at(-1)?.trimEnd().endsWith('}')) endLine()
      return isWhole
    },
  }
}
