import { type DestinationStream, pino } from 'pino'
import type { LogLevel } from '../config/variables.ts'
import type { ParentLog } from '../ports.ts'
import { createBufferedOutput } from './buffered-output.ts'

/**
 * Fields with these names are removed. This is the last defence, not the first. Searching nested objects would cost
 * more than the rest of the line. Only errors are nested, and `describeError` copies known fields of them.
 */
const SECRET_FIELDS = ['authorization', 'apiKey', 'x-api-key', 'cookie', 'key', 'secret', 'headers', 'body', 'messages']

/** Longest chain of causes that is logged. An error may be its own cause. */
const MAX_CAUSES = 8

/** Writes JSON lines to standard output or to `stream`, in the background, and flushes them when the process ends. */
export function createLog(level: LogLevel, stream: DestinationStream = createBufferedOutput()): ParentLog {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_FIELDS.map((name) => `["${name}"]`), remove: true },
    // The other fields of an error may contain input of a library: a URL, headers, options.
    serializers: { error: (error: unknown) => describeError(error, MAX_CAUSES) },
  }
  return pino(options, stream)
}

function describeError(error: unknown, causesLeft: number): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, cause } = error
  const code = (error as NodeJS.ErrnoException).code
  // The message of a parser quotes the invalid text, and the first line of a stack repeats the message.
  const isQuoting = error instanceof SyntaxError
  const message = isQuoting ? undefined : error.message
  const stack = isQuoting ? error.stack?.replace(/^[\s\S]*?(?=\n {4}at )/, name) : error.stack
  return {
    name,
    ...(message !== undefined && { message }),
    ...(code !== undefined && { code }),
    ...(stack !== undefined && { stack }),
    ...(cause !== undefined && causesLeft > 0 && { cause: describeError(cause, causesLeft - 1) }),
  }
}
