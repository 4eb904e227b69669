import { writeSync } from 'node:fs'
import { type DestinationStream, destination } from 'pino'

const STANDARD_OUTPUT = 1

/** Milliseconds between two writes. A system call per line would cost more than the line. */
const FLUSHED_AT_LENGTH = 64 * 1024
const FLUSHED_AFTER_MS = 500
/** Bytes that Linux writes into a pipe atomically (PIPE_BUF). */
const PIPE_BYTES = 4096

/**
 * Buffers lines and writes them to standard output in the background. All lines are written before the process exits. pino's
 * own output measures its whole buffer at every line, which costs 3.7 µs more per line: 4 % of a short request.
 */
export function createBufferedOutput(): DestinationStream {
  return gatherLines(destination({ sync: false }), FLUSHED_AT_LENGTH)
}

/**
 * Like `createBufferedOutput`, for several processes that share one output. Lines of different processes are never mixed,
 * because a write of this size to a pipe is atomic.
 */
export function createSharedOutput(): DestinationStream {
  return gatherLines(destination({ sync: false, maxWrite: PIPE_BYTES }), PIPE_BYTES)
}

function gatherLines(output: ReturnType<typeof destination>, mostLength: number): DestinationStream {
  let lines: string[] = []
  let length = 0
  let timer: NodeJS.Timeout | undefined

  function takeGathered(): string {
    clearTimeout(timer)
    timer = undefined
    const text = lines.join('')
    lines = []
    length = 0
    return text
  }

  process.on('exit', () => {
    const text = takeGathered()
    if (text === '') return
    try {
      output.write(text)
      output.flushSync()
    } catch {
      // The output is closed already.
      writeSync(STANDARD_OUTPUT, text)
    }
  })

  return {
    write(line) {
      if (length > 0 && length + line.length > mostLength) output.write(takeGathered())
      lines.push(line)
      length += line.length
      if (length >= mostLength) output.write(takeGathered())
      else timer ??= setTimeout(() => output.write(takeGathered()), FLUSHED_AFTER_MS).unref()
    },
  }
}
