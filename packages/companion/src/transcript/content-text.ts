import { isObject, stringAt } from './json-value.ts'
import { toolCallLine, toolResultText } from './tool-line.ts'

/** The text, tool calls and tool results in the content of a message. */
export interface ContentText {
  readonly said: string
  /** Lines of calls, in order. */
  readonly calls: readonly string[]
  /** Shortened outputs, in order. */
  readonly results: readonly string[]
}

/** Reads the `content` of a message of any supported API, without thinking, images and unknown parts. */
export function readContent(content: unknown): ContentText {
  if (typeof content === 'string') return { said: content, calls: [], results: [] }
  const said: string[] = []
  const calls: string[] = []
  const results: string[] = []
  for (const block of Array.isArray(content) ? content : []) {
    if (typeof block === 'string') said.push(block)
    if (!isObject(block)) continue
    const type = block.type
    if (type === 'tool_use') calls.push(toolCallLine(stringAt(block, 'name') ?? '', block.input))
    else if (type === 'tool_result')
      results.push(toolResultText(readContent(block.content).said, block.is_error === true))
    else if (type !== 'thinking' && type !== 'reasoning') said.push(stringAt(block, 'text') ?? '')
  }
  return { said: said.filter(Boolean).join('\n'), calls, results: results.filter(Boolean) }
}
