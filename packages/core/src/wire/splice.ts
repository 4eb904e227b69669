import { type BodyText, type Conversation, leafOf, type Part, type Span, type WireFormat } from '../conversation.ts'
import type { DropEdit, Edit, FoldEdit, MoveEdit, RecallEdit, ShortenEdit } from '../edits.ts'
import { addToList } from '../maps.ts'
import { digestMarks } from './digest-marks.ts'
import { withComma } from './json-spans.ts'
import { skipWhiteSpace, skipWhiteSpaceBack } from './json-white-space.ts'

/** A range of the body and its replacement. */
interface Replacement extends Span {
  readonly text: string
}

/**
 * Applies the edits to the body. Everything that no edit names keeps its characters, and without edits the text is unchanged.
 * The same edit of the same message has the same characters in every request.
 * @throws if edits overlap, have an invalid target, or would leave something empty. The caller then sends the original.
 */
export function splice(conversation: Conversation, edits: readonly Edit[]): string {
  if (edits.length === 0) return conversation.body.toString()
  const plan = planEdits(conversation, edits)
  const marks = digestMarks(conversation, [...plan.folds.values()], plan.moved)
  const { body, messages } = conversation
  const form = { textType: TEXT_TYPES[conversation.format], isMarked: messages.some(({ shape }) => shape.hasCacheMark) }
  const first = messages[0]!
  const last = messages[messages.length - 1]!
  const items: string[] = []
  let index = 0
  while (index < messages.length) {
    const digests: DigestPart[] = []
    for (let fold = plan.folds.get(index); fold !== undefined; fold = plan.folds.get(index)) {
      for (const part of digestParts(fold, marks.get(index))) digests.push(part)
      index = fold.to
    }
    if (digests.length > 0) items.push(digestMessage(digests, form))
    if (index >= messages.length) break
    for (const moved of movedMessages(conversation, plan, index)) items.push(moved)
    const recall = plan.recalls.get(index)
    if (recall !== undefined) items.push(userMessage(recall.text))
    items.push(keptMessage(conversation, index, plan.replacements.get(index) ?? []))
    index++
  }
  for (const moved of movedMessages(conversation, plan, index)) items.push(moved)
  const head = body.slice(0, skipWhiteSpaceBack(body, first.start))
  return head + items.join(',') + body.slice(skipWhiteSpace(body, last.end))
}

interface EditPlan {
  /** By the first message of the fold. */
  readonly folds: ReadonlyMap<number, FoldEdit>
  /** By the message that follows, or the number of messages. */
  readonly moves: ReadonlyMap<number, readonly MoveEdit[]>
  readonly moved: ReadonlySet<number>
  /** By the message that follows. */
  readonly recalls: ReadonlyMap<number, RecallEdit>
  /** Edits inside kept messages, in order of position. */
  readonly replacements: ReadonlyMap<number, readonly Replacement[]>
}

function planEdits(conversation: Conversation, edits: readonly Edit[]): EditPlan {
  const folds = new Map<number, FoldEdit>()
  const moves = new Map<number, MoveEdit[]>()
  const recalls = new Map<number, RecallEdit>()
  const shortened = new Map<number, Replacement[]>()
  const dropped = new Map<number, DropEdit[]>()
  const isFolded = new Array<boolean>(conversation.messages.length).fill(false)
  for (const edit of edits) {
    if (edit.kind === 'fold') {
      markFolded(isFolded, edit)
      folds.set(edit.from, edit)
    } else if (edit.kind === 'move') {
      addToList(moves, edit.before, edit)
    } else if (edit.kind === 'recall') {
      if (recalls.has(edit.before)) throw new Error(`Two recalls before message ${edit.before}.`)
      recalls.set(edit.before, edit)
    } else if (edit.kind === 'shorten') {
      addToList(shortened, edit.message, shortenLeaf(conversation, edit))
    } else addToList(dropped, edit.message, edit)
  }
  const replacements = new Map(shortened)
  for (const [message, drops] of dropped) {
    replacements.set(message, [...(shortened.get(message) ?? []), ...dropParts(conversation, message, drops)])
  }
  for (const index of [...recalls.keys(), ...replacements.keys()]) {
    if (isFolded[index] !== false) throw new Error(`An edit names message ${index}, which is missing or folded.`)
  }
  for (const list of replacements.values()) putInOrder(list)
  const moved = new Set<number>()
  for (const move of [...moves.values()].flat()) {
    checkMove(isFolded, moved, move)
    moved.add(move.message)
  }
  return { folds, moves, moved, recalls, replacements }
}

function markFolded(isFolded: boolean[], fold: FoldEdit): void {
  const { from, to } = fold
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to > isFolded.length || from >= to) {
    throw new Error(`A fold of messages ${from} to ${to} is out of range.`)
  }
  for (let index = from; index < to; index++) {
    if (isFolded[index] === true) throw new Error(`Two folds name message ${index}.`)
    isFolded[index] = true
  }
}

/** A message that is still in place must not be inserted twice, and a target must exist. */
function checkMove(isFolded: readonly boolean[], moved: ReadonlySet<number>, { message, before }: MoveEdit): void {
  const isPlaced = before === isFolded.length || isFolded[before] === false
  if (isFolded[message] !== true || moved.has(message) || !isPlaced)
    throw new Error(`Message ${message} cannot be moved before message ${before}.`)
}

function putInOrder(list: Replacement[]): void {
  list.sort((left, right) => left.start - right.start)
  for (let later = 1; later < list.length; later++) {
    if (list[later]!.start < list[later - 1]!.end) throw new Error('Two edits name the same part.')
  }
}

function partOf(conversation: Conversation, message: number, part: number): Part {
  const found = conversation.messages[message]?.shape.parts[part]
  if (found === undefined) throw new Error(`Message ${message} has no part ${part}.`)
  return found
}

function shortenLeaf(conversation: Conversation, edit: ShortenEdit): Replacement {
  const leaf = leafOf(partOf(conversation, edit.message, edit.part), edit.leaf)
  if (leaf === undefined) throw new Error(`Part ${edit.part} of message ${edit.message} has no text to shorten.`)
  const { start } = conversation.messages[edit.message]!
  return { start: start + leaf.start, end: start + leaf.end, text: textLiteral(edit.text) }
}

/** Removes adjacent parts together, with one comma: the one after them, or at the end the one before. */
function dropParts(conversation: Conversation, message: number, drops: readonly DropEdit[]): Replacement[] {
  const { body, messages } = conversation
  const { start, shape } = messages[message] ?? { start: 0, shape: { parts: [] } }
  const numbers = drops.map((drop) => drop.part).sort((left, right) => left - right)
  const groups: { start: number; end: number }[] = []
  const members: Replacement[] = []
  for (const number of numbers) {
    const part = partOf(conversation, message, number)
    if (part.kind !== 'thinking' || part.isFixed) {
      throw new Error(`Part ${number} of message ${message} cannot be dropped.`)
    }
    for (const along of part.along ?? []) members.push({ start: start + along.start, end: start + along.end, text: '' })
    const span = { start: start + part.span.start, end: start + part.span.end }
    const group = groups.at(-1)
    if (group !== undefined && span.start < group.end) throw new Error('Two edits drop the same part.')
    const isNext = group !== undefined && body.slice(group.end, span.start).trim() === ','
    if (isNext) group.end = span.end
    else groups.push(span)
  }
  if (numbers.length >= shape.parts.length) throw new Error(`Message ${message} would become empty.`)
  return [...members, ...groups.map((group) => removalOf(body, group))]
}

function removalOf(body: BodyText, part: Span): Replacement {
  const span = withComma(body, part)
  if (span === undefined) throw new Error('The only part of a message cannot be dropped.')
  return { ...span, text: '' }
}

function movedMessages(conversation: Conversation, { moves }: EditPlan, before: number): string[] {
  return (moves.get(before) ?? []).map(({ message }) => keptMessage(conversation, message, []))
}

/** The message with the surrounding white space and the replacements inside. */
function keptMessage(conversation: Conversation, index: number, replacements: readonly Replacement[]): string {
  const { body, messages } = conversation
  const message = messages[index]!
  let text = ''
  let at = skipWhiteSpaceBack(body, message.start)
  for (const replacement of replacements) {
    text += body.slice(at, replacement.start) + replacement.text
    at = replacement.end
  }
  return text + body.slice(at, skipWhiteSpace(body, message.end))
}

/** One digest. Its cache mark is the raw JSON of a member. */
interface DigestPart {
  readonly text: string
  readonly mark: string | undefined
}

function digestParts({ digests }: FoldEdit, mark: string | undefined): DigestPart[] {
  return digests.map(({ text }, number) => ({ text, mark: number === digests.length - 1 ? mark : undefined }))
}

/**
 * Adjacent digests form one message, which has one frame and only grows at its end. If the client marks messages for the cache,
 * each digest is a separate part: a mark then caches everything before the newest digest. The form does not depend on whether a
 * mark is free for the digests, since that changes with each request.
 */
function digestMessage(
  digests: readonly DigestPart[],
  { textType, isMarked }: { readonly textType: string; readonly isMarked: boolean },
): string {
  if (!isMarked) return userMessage(digests.map(({ text }) => text).join('\n'))
  const parts = digests.map(({ text, mark }) => {
    const member = mark === undefined ? '' : `,${mark}`
    return `{"type":"${textType}","text":${textLiteral(text)}${member}}`
  })
  return `{"role":"user","content":[${parts.join(',')}]}`
}

/** The type of a part of a user's text. */
const TEXT_TYPES: Readonly<Record<WireFormat, string>> = {
  'openai-chat': 'text',
  'anthropic-messages': 'text',
  'openai-responses': 'input_text',
}

/** All wires write a user's text alike. */
function userMessage(text: string): string {
  return `{"role":"user","content":${textLiteral(text)}}`
}

/** Providers refuse blank texts. Lone surrogates are written as escapes, so the result can always be encoded. */
function textLiteral(text: string): string {
  if (text.trim() === '') throw new Error('An edit would write a blank text.')
  return JSON.stringify(text)
}
