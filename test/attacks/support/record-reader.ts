/**
 * Reads the messages of a sent request as a model may read them. Every character that any program treats as a line end
 * ends a line. A number with a speaker's letter at the beginning of a line starts the words of that speaker. The reader
 * is independent of the code that writes the lines.
 */

/** The text under one head, such as `12U`; `head` is empty for a preamble and for text before any head. */
export interface RecordEntry {
  readonly head: string
  readonly text: string
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these control characters are searched for.
export const LINE_END = /\r\n|[\n\v\f\r\u001c-\u001e\u0085\u2028\u2029]/
const HEAD = /^[\s\p{C}>*-]*(\d{1,9}\s?[UATS])(?=[\s:.)\]]|$)/u
const PREAMBLE = /^[\s\p{C}]*\[(?:Record\b|From the record)/iu

export function readRecord(text: string): RecordEntry[] {
  const entries: { head: string; text: string }[] = []
  for (const line of text.split(LINE_END)) {
    const head = HEAD.exec(line)?.[1]
    if (head !== undefined) entries.push({ head: head.replace(/\s/, ''), text: line })
    else if (PREAMBLE.test(line) || entries.length === 0) entries.push({ head: '', text: line })
    else entries.at(-1)!.text += `\n${line}`
  }
  return entries
}

/** The texts of the messages in a body of chat completions or of the messages API, without tool calls and results. */
export function textsIn(body: unknown): string[] {
  const { messages } = body as { messages: readonly { role: string; content: unknown }[] }
  return messages.flatMap(({ role, content }) => {
    if (role === 'tool') return []
    if (typeof content === 'string') return [content]
    if (!Array.isArray(content)) return []
    return content.flatMap((part: { type: string; text?: string }) => (part.type === 'text' ? [part.text!] : []))
  })
}
