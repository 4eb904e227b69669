import { type DestinationStream, pino } from 'pino'
import type { LogLevel } from '../config/variables.ts'
import type { Log } from '../ports.ts'
import { createBufferedOutput } from './buffered-output.ts'

/**
 * Whatever is called one of these is cut out: the last defence, not the first. A search one step below would cost more
 * than the rest of the line; what stands there is an error, and `describeError` takes known fields of it alone.
 */
const SECRET_FIELDS = ['authorization', 'apiKey', 'x-api-key', 'cookie', 'key', 'secret', 'headers', 'body', 'messages']

const SPECIAL_FIELDS = new Set([...SECRET_FIELDS, 'error'])
const INFO = pino.levels.values.info

/** JSON lines on standard output, or in `stream`; written in the background, and flushed when the process ends. */
export function createLog(level: LogLevel, stream: DestinationStream = createBufferedOutput()): Log {
  const options = {
    level,
    base: null,
    redact: { paths: SECRET_FIELDS.map((name) => `["${name}"]`), remove: true },
    // The fields of an error beside these may hold what a library was given: a URL, headers, options.
    serializers: { error: describeError },
  }
  const log = pino(options, stream)
  const hasInfo = log.isLevelEnabled('info')
  return {
    info(fields, message) {
      if (!hasInfo) return
      if (isPlain(fields)) stream.write(plainLine(fields, message))
      else log.info(fields, message)
    },
    warn: (fields, message) => log.warn(fields, message),
    error: (fields, message) => log.error(fields, message),
  }
}

/** Whether there is nothing in `fields` to be cut out or described. */
function isPlain(fields: object): boolean {
  for (const name in fields) if (SPECIAL_FIELDS.has(name)) return false
  return true
}

/** The end of the last line: the message is mostly that of the line before. */
let lastEnd = { message: '', text: '"msg":""}\n' }

/** What pino makes of plain fields, at a third of its cost: there is such a line for every request. */
function plainLine(fields: object, message: string): string {
  if (message !== lastEnd.message) lastEnd = { message, text: `"msg":${JSON.stringify(message)}}\n` }
  const text = JSON.stringify(fields).slice(1, -1)
  return `{"level":${INFO},"time":${Date.now()},${text === '' ? '' : `${text},`}${lastEnd.text}`
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
