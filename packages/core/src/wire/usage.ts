import type { WireFormat } from '../conversation.ts'
import { type Usage, UsageTotals } from './usage-totals.ts'

/** Reads usage from a copy of a response. Never throws. */
export interface UsageTap {
  /** Takes the next piece of decoded text, split anywhere. */
  push(chunk: string): void
  /** The reported usage, or undefined if there was none. */
  end(): Usage | undefined
  /** False for a stream whose API has a last event, before that event: an end here is a break. */
  isWhole(): boolean
}

/** Longest JSON answer that is read as a whole, in UTF-16 units: usage is not worth more memory. */
const MAX_JSON_LENGTH = 4 * 1024 * 1024

/** Longest line of an event stream that is read as a whole, in UTF-16 units. */
const MAX_LINE_LENGTH = 1024 * 1024

/** Length of the end of a longer answer or line that is read: usage follows the output, such as images. In UTF-16 units. */
const TAIL_LENGTH = 64 * 1024

/** Chunks of OpenAI contain `"usage":null` until the last one. */
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
/** The type of an event, for servers whose events have no names. */
const EVENT_TYPE = /"type"\s*:\s*"([\w.]+)"/g
/** The last line of a stream from other servers that implement the API. */
const DONE = /^data: ?\[DONE\]/

/** A tap for a response of `contentType`: an event stream is read line by line, anything else as one JSON text. */
export function createUsageTap(format: WireFormat, contentType: string): UsageTap {
  const totals = new UsageTotals(format)
  return isStream(contentType) ? tapStream(totals, format === 'openai-responses') : tapJson(totals)
}

function hasLastType(line: string): boolean {
  for (const [, type] of line.matchAll(EVENT_TYPE)) if (LAST_EVENTS.has(type)) return true
  return false
}

function isStream(contentType: string): boolean {
  // The usual spelling, without converting the case.
  return contentType !== 'application/json' && contentType.toLowerCase().includes('text/event-stream')
}

/** At least the last `TAIL_LENGTH` units of a text. It is cut at twice that length, so that few pieces cause a copy. */
function endOf(text: string): string {
  return text.length > 2 * TAIL_LENGTH ? text.slice(-TAIL_LENGTH) : text
}

function tapJson(totals: UsageTotals): UsageTap {
  let text = ''
  let isTooLong = false

  return {
    push(chunk) {
      isTooLong ||= text.length + chunk.length > MAX_JSON_LENGTH
      text = isTooLong ? endOf(text + chunk) : text + chunk
    },
    end() {
      if (isTooLong) totals.readTail(text, { isEvent: false })
      else totals.read(text)
      text = ''
      return totals.result()
    },
    isWhole: () => true,
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
      totals.readTail(pieces.join(''), { isEvent: true })
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
    if (length > MAX_LINE_LENGTH) pieces = [endOf(pieces.join('') + piece)]
    else if (piece !== '') pieces.push(piece)
  }

  return {
    push(chunk) {
      // A line may end in LF, CR LF or CR. A cut between CR and LF adds an empty line, which has no effect.
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
      // Clients accept a last event without its line break, and none that is cut off.
      if (!isWhole && pieces.at(-1)?.trimEnd().endsWith('}')) endLine()
      return isWhole
    },
  }
}
