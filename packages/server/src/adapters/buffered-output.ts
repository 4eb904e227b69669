import type { DestinationStream } from 'pino'
import { BackgroundWriter } from './background-writer.ts'

const STANDARD_OUTPUT = 1

/** Bytes after which lines are written. A system call per line would cost more than the line. */
const FLUSHED_AT_BYTES = 64 * 1024
/** Milliseconds after which lines are written. */
const FLUSHED_AFTER_MS = 500
/** Bytes that Linux writes into a pipe atomically (PIPE_BUF). */
const PIPE_BYTES = 4096
/** Most bytes of UTF-8 per UTF-16 unit. */
const BYTES_PER_UNIT = 3

/**
 * Buffers lines and writes them to standard output in the background. Waiting lines are written before the process
 * exits. pino's own output measures its whole buffer at every line, which costs 3.7 µs more per line: 4 % of a short
 * request. It also ends the process when a write fails.
 */
export function createBufferedOutput(): DestinationStream {
  return gatherLines(FLUSHED_AT_BYTES)
}

/**
 * Like `createBufferedOutput`, for several processes that share one output. Lines of at most 4 KB are not mixed with
 * those of other processes, because a write of this size to a pipe is atomic.
 */
export function createSharedOutput(): DestinationStream {
  return gatherLines(PIPE_BYTES)
}

/** Encodes each line at once. pino joins it from a hundred strings, which would stay in memory until the write. */
function gatherLines(mostBytes: number): DestinationStream {
  const writer = new BackgroundWriter(STANDARD_OUTPUT)
  const gathered = Buffer.allocUnsafeSlow(mostBytes)
  let length = 0
  let timer: NodeJS.Timeout | undefined

  function takeGathered(): Buffer {
    clearTimeout(timer)
    timer = undefined
    const lines = Buffer.from(gathered.subarray(0, length))
    length = 0
    return lines
  }

  process.on('exit', () => writer.flushSync(takeGathered()))

  return {
    write(line) {
      const mostAdded = line.length * BYTES_PER_UNIT
      if (length > 0 && length + mostAdded > mostBytes) writer.add(takeGathered())
      if (mostAdded > mostBytes) {
        writer.add(Buffer.from(line))
        return
      }
      length += gathered.write(line, length, 'utf8')
      timer ??= setTimeout(() => writer.add(takeGathered()), FLUSHED_AFTER_MS).unref()
    },
  }
}
