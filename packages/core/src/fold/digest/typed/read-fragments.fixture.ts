import { typedFragments } from './typed-fragments.ts'

/** The outlines of the blocks of a text, and its other fragments. */
export function read(text: string, isOutput = false): { blocks: string[]; others: string[] } {
  const fragments = typedFragments(text, { isOutput, language: 'en' })
  return {
    blocks: fragments.filter(({ isBlock }) => isBlock).map((fragment) => fragment.text),
    others: fragments.filter(({ isBlock }) => !isBlock).map((fragment) => fragment.text),
  }
}

/** A message with these lines in a fence. */
export const fenced = (info: string, ...lines: readonly string[]): string =>
  ['Here it is:', `\`\`\`${info}`, ...lines, '```', 'What do you think?'].join('\n')
