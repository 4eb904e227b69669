import { parseToQuote } from '../../../json.ts'
import type { Language } from '../../../lexicon/languages.ts'
import { fragmentsOf } from '../../../text/fragments.ts'
import { isFrame, kindOf } from './block-kind.ts'
import { type Block, blocksOf } from './blocks.ts'
import { signaturesOf } from './code-block.ts'
import { diffOutline, fileCount } from './diff-block.ts'
import { outlineOf } from './json-block.ts'
import { cut, leftOut, numberOf } from './left-out.ts'
import { logOutline } from './log-block.ts'
import { tableOutline } from './table-block.ts'
import { traceOutline } from './trace-block.ts'

/** A part of a message that a digest may take: a sentence or line as written, or the outline of a block. */
export interface TypedFragment {
  readonly text: string
  /** True for the outline of a block. It is written as it is, with a mark for its kind and size. */
  readonly isBlock: boolean
  /** The parts of an outline. A sentence is one part. */
  readonly parts: readonly string[]
}

/**
 * Lines and sentences of a text. Code, tables, logs and the like give an outline of what later questions ask for; code
 * and tables also give their other lines. Input and output of tools (`isOutput`) may be one block as a whole.
 */
export function typedFragments(
  text: string,
  { isOutput, language }: { readonly isOutput: boolean; readonly language: Language | undefined },
): TypedFragment[] {
  const lines = isOutput ? text.split('\n') : []
  const kind = isOutput ? kindOf(lines, true) : undefined
  const blocks: readonly Block[] = kind ? [{ kind, lines, label: '' }] : blocksOf(text)
  return blocks.flatMap((block) => fragmentsIn(block, (lines) => sentences(lines, language)))
}

export function sentenceOf(text: string): TypedFragment {
  return { text, isBlock: false, parts: [text] }
}

function fragmentsIn(block: Block, split: Split): TypedFragment[] {
  const { lines, label } = block
  switch (block.kind) {
    case 'prose':
      return split(lines)
    case 'code':
      return codeFragments(lines, label, split)
    case 'json': {
      const head = label && label !== 'json' ? `JSON ${label}` : 'JSON'
      const value = parseToQuote(lines.join('\n'))
      // JSON that is nested too deep is not read.
      return value === undefined ? split(lines) : [outline([head], [cut(outlineOf(value), LONGEST_OUTLINE)])]
    }
    case 'table': {
      const { rows, parts, rest } = tableOutline(lines)
      return [outline(['table', label, numberOf(rows, 'row')], parts), ...split(rest)]
    }
    case 'log':
      return outlineOrLines(lines, ['log', label, numberOf(lines.length, 'line')], logOutline(lines), split)
    case 'trace':
      return outlineOrLines(
        lines,
        ['stack trace', label, numberOf(lines.filter(isFrame).length, 'frame')],
        traceOutline(lines),
        split,
      )
    case 'diff':
      return outlineOrLines(lines, ['diff', label, numberOf(fileCount(lines), 'file')], diffOutline(lines), split)
    default:
      return block.kind satisfies never
  }
}

const LONGEST_OUTLINE = 1200
const MAX_SIGNATURES = 16

function outline(head: readonly string[], parts: readonly string[]): TypedFragment {
  const text = `[${head.filter(Boolean).join(', ')}: ${parts.join('; ')}]`
  // A record has a line for each message, so that a fragment must not begin another line.
  return { text: text.replace(/\s+/g, ' '), isBlock: true, parts }
}

/** The outline of a block, or its lines if it has no outline because it only looks like its kind. */
function outlineOrLines(
  lines: readonly string[],
  head: readonly string[],
  parts: readonly string[],
  split: Split,
): TypedFragment[] {
  return parts.length > 0 ? [outline(head, parts)] : split(lines)
}

/** Splits lines that are in no outline. */
type Split = (lines: readonly string[]) => TypedFragment[]

function sentences(lines: readonly string[], language: Language | undefined): TypedFragment[] {
  return fragmentsOf(lines.join('\n'), language).map(({ text }) => sentenceOf(text))
}

/** The signatures as one fragment, and every other line on its own. */
function codeFragments(lines: readonly string[], label: string, split: Split): TypedFragment[] {
  const signatures = signaturesOf(lines)
  if (!signatures.length) return split(lines)
  const shown = signatures.slice(0, MAX_SIGNATURES)
  const taken = new Set(shown.flatMap(({ places }) => places))
  const rest = lines.filter((_, place) => !taken.has(place))
  const head = [`code${label ? ` ${label}` : ''}`, numberOf(lines.length, 'line')]
  const parts = [...shown.map(({ text }) => text), ...leftOut(signatures.length - shown.length, 'signature')]
  return [outline(head, parts), ...split(rest)]
}
