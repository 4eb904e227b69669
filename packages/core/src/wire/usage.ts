import type { WireFormat } from '../conversation.ts'
import { createUsageTotals, type Usage } from './usage-totals.ts'

/** Reads usage from a copy of a response; never throws, whatever the response holds. */
export interface UsageTap {
  /** Takes the next piece of decoded text, split anywhere. */
  push(chunk: string): void
  /** What the response said, or undefined when it said nothing. */
  end(): Usage | undefined
}

/** A JSON answer longer than this is not read: usage is not worth more memory. In UTF-16 units. */
const MAX_JSON_LENGTH = 4 * 1024 * 1024

/** A line of an event stream longer than this is skipped; the lines with usage are short. In UTF-16 units. */
const MAX_LINE_LENGTH = 1024 * 1024

/** Chunks of OpenAI carry `"usage":null` until the last one. */
const HAS_USAGE = /"usage"\s*:\s*\{/

/** A tap for a response of `contentType`: an event stream is read line by line, anything else as one JSON text. */
export function createUsageTap(format: WireFormat, contentType: string): UsageTap {
  const totals = createUsageTotals(format)
  const isStream = contentType.toLowerCase().includes('text/event-stream')
  return isStream ? tapStream(totals.read, totals.result) : tapJson(totals.read, totals.result)
}

function tapJson(read: (text: string) => void, result: () => Usage | undefined): UsageTap {
  let chunks: string[] = []
  let length = 0
  return {
    push(chunk) {
      length += chunk.length
      if (length <= MAX_JSON_LENGTH) chunks.push(chunk)
      else chunks = []
    },
    end() {
      if (length <= MAX_JSON_LENGTH) read(chunks.join(''))
      chunks = []
      return result()
    },
  }
}

function tapStream(read: (text: string) => void, result: () => Usage | undefined): UsageTap {
  let pieces: string[] = []
  let length = 0

  function endLine(): void {
    if (length <= MAX_LINE_LENGTH && length > 0) {
      const line = pieces.join('')
      if (line.startsWith('data:') && HAS_USAGE.test(line)) read(line.slice('data:'.length))
    }
    pieces = []
    length = 0
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
      return result()
    },
  }
}
