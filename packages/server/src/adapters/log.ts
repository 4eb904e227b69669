import { type DestinationStream, destination, pino } from 'pino'
import type { LogLevel } from '../config/variables.ts'
import type { Log } from '../ports.ts'

/**
 * Whatever is called one of these is cut out: the last defence, not the first. A search one step below would cost more
 * than the rest of the line; what stands there is an error, and `describeError` takes known fields of it alone.
 */
const SECRET_FIELDS = ['authorization', 'apiKey', 'x-api-key', 'cookie', 'key', 'secret', 'headers', 'body', 'messages']

/** A system call for every line would cost more than the line; half a second is soon enough to read it. */
const BUFFERED = { sync: false, minLength: 8 * 1024, periodicFlush: 500 } as const

/** JSON lines on standard output, or in `stream`; written in the background, and flushed when the process ends. */
export function createLog(level: LogLevel, stream: DestinationStream = destination(BUFFERED)): Log {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_FIELDS.map((name) => `["${name}"]`), remove: true },
    // The fields of an error beside these may hold what a library was given: a URL, headers, options.
    serializers: { error: describeError },
  }
  return pino(options, stream)
}

function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, cause } = error
  const code = (error as NodeJS.ErrnoException).code
  // The message of a parser quotes the text it stumbled over, and the first line of a stack repeats the message.
  const isQuoting = error instanceof SyntaxError
  const message = isQuoting ? undefined : error.message
  const stack = isQuoting ? error.stack?.replace(/^[\s\S]*?(?=\n {4}at )/, name) : error.stack
  return {
    name,
    ...(message !== undefined && { message }),
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}
