import type { Fragment } from './fragments.ts'

const ITEM = /^([ \t]*)(?:[-*+•·]|\p{Nd}{1,3}[.)]|\(?\p{L}\))[ \t]+/u
const HASHES = /^#{1,6} /u
const BOLD_LINE = /^(?:\*\*[^*\n]+\*\*|__[^_\n]+__)[ \t]*[:：]?$/u
const COLON_END = /[:：](?:\*\*|__)?$/u
/** A line with a later backtick is inline code. */
const FENCE = /^[ \t]*(?:`{3,}(?![^`]*`)|~~~)/u
/** Length of the longest heading. A longer sentence with a colon says little about how its items are meant. */
const MAX_LENGTH = 60

/** A heading whose list or paragraph has not ended. The indentation of a line that is no item is -1. */
interface Open {
  readonly indentation: number
  readonly heading: Fragment
}

/**
 * The heading of each item of a list, and of each line below a heading in its paragraph. A heading is a line with `#`,
 * a bold line, or a sentence that ends in a colon. An item may be the heading of items below it. Code has none. Linear.
 */
export function headingsIn(text: string, fragments: readonly Fragment[]): ReadonlyMap<Fragment, Fragment> {
  const found = new Map<Fragment, Fragment>()
  let open: Open[] = []
  let isParagraph = false
  for (const { line, own } of linesWith(text, fragments)) {
    const last = own.at(-1)
    if (!last) {
      isParagraph = false
      continue
    }
    const item = ITEM.exec(line)
    const indentation = item ? item[1]!.length : -1
    const isHeading = last.text.length <= MAX_LENGTH && endsInHeading(line.slice(item?.[0].length ?? 0).trim())
    if (item) open = open.filter((each) => each.indentation < indentation)
    else if (!isParagraph) open = []
    const heading = open.at(-1)?.heading
    for (const each of heading ? own : []) if (item || !isHeading || each !== last) found.set(each, heading!)
    if (!isHeading) continue
    open = [...(item ? open : []), { indentation, heading: last }]
    isParagraph = true
  }
  return found
}

function endsInHeading(line: string): boolean {
  return HASHES.test(line) || BOLD_LINE.test(line) || COLON_END.test(line)
}

/** The lines of a text with the fragments that begin in them. Lines of code have none. */
function* linesWith(text: string, fragments: readonly Fragment[]): Generator<{ line: string; own: Fragment[] }> {
  let next = 0
  let start = 0
  let isCode = false
  for (const line of text.split('\n')) {
    const end = start + line.length
    const from = next
    while (next < fragments.length && fragments[next]!.start < end) next++
    const isFence = FENCE.test(line)
    yield { line, own: isCode || isFence ? [] : fragments.slice(from, next) }
    if (isFence) isCode = !isCode
    start = end + 1
  }
}
