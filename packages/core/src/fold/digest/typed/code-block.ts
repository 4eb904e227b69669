/** Words that open a body or a value without naming anything, in any common programming language. */
const ACTING = new Set(
  'if else elif elsif elseif for foreach while until unless switch case when match try catch except rescue finally ensure with do loop begin return throw raise await yield new delete print echo default end then and or not in'.split(
    ' ',
  ),
)

/** The lines of code that declare something: openings of named bodies, with the annotations directly above them. */
export function signaturesOf(
  lines: readonly string[],
): { readonly text: string; readonly places: readonly number[] }[] {
  const signatures: { text: string; places: number[] }[] = []
  let notes: number[] = []
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place]!
    if (!line.trim()) continue
    if (isNote(line)) {
      notes.push(place)
      continue
    }
    if (declares(line) && opens(lines, place)) {
      const places = [...notes, place]
      signatures.push({ text: places.map((each) => bare(lines[each]!)).join(' '), places })
    }
    notes = []
  }
  return signatures
}

/** `@route("/x")`, `#[test]`, `[Serializable]`: an annotation of the next line. */
function isNote(line: string): boolean {
  return /^\s*(?:@\w|#\[|\[\w[^\]=]*\]\s*$)/.test(line)
}

/** True if the following lines are indented deeper or in braces. */
function opens(lines: readonly string[], place: number): boolean {
  const line = lines[place]!
  if (/\{\s*(?:\}\s*)?$/.test(line)) return true
  let next = place + 1
  while (next < lines.length && !lines[next]!.trim()) next++
  const follower = lines[next]
  if (follower === undefined) return /[:{]\s*$/.test(line)
  return indentOf(follower) > indentOf(line) || /^\s*\{\s*$/.test(follower)
}

function indentOf(line: string): number {
  const indent = /^[ \t]*/.exec(line)![0]
  return indent.replace(/\t/g, '    ').length
}

/**
 * True for a name before closed brackets, for two words without a value, and for a name whose value is a function or a
 * body. False for conditions and bare values. A call alone is excluded by `opens`.
 */
function declares(line: string): boolean {
  const text = line.trim().slice(0, 200)
  const first = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(text)?.[0] ?? ''
  if (ACTING.has(first.toLowerCase()) || /^[)}\]"'/*-]|^#(?!\w)/.test(text)) return false
  if (text.startsWith('<')) return /\b(?:id|name|action)=/.test(text)
  const open = text.indexOf('(')
  const before = open < 0 ? text : text.slice(0, open)
  if (/[^=!<>]=(?![=>])/.test(before))
    return /(?:=>|\bfunction\b.*)\s*\{?$|[{[]\s*$/.test(text) && /^\s*\w+ \w/.test(before)
  const isCut = open >= 0 && count(text, '(') > count(text, ')')
  if (isCut || open < 0) return /[\p{L}\p{N}_$] +[\p{L}_$]/u.test(before) || /^[.#]?[\p{L}_-].*\{$/u.test(text)
  // A finished call on its own opens nothing. A body after the brackets makes it a definition.
  return /[\p{L}\p{N}_$?!>]\s*$/u.test(before)
}

function count(text: string, sign: string): number {
  return text.split(sign).length - 1
}

/** The line without the characters that open the body. */
function bare(line: string): string {
  return line
    .trim()
    .slice(0, LONGEST_SIGNATURE)
    .replace(/(?<!\s)\s*(?:=>\s*)?(?:[{:(]\s*)?(?:\}\s*)?$|(?<!\s)\s+do$/, '')
}

const LONGEST_SIGNATURE = 120
