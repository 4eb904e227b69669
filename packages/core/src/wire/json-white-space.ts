import type { BodyText } from '../conversation.ts'

const TAB = 0x09
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d
const SPACE = 0x20

/** True for the four characters that are white space in JSON. Other Unicode white space is not. */
export function isWhiteSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB
}

/** The first position at or after `position` without JSON white space. */
export function skipWhiteSpace(text: BodyText, position: number): number {
  let at = position
  while (at < text.length && isWhiteSpace(text.charCodeAt(at))) at++
  return at
}

/** The position after the last character before `position` that is not JSON white space. */
export function skipWhiteSpaceBack(text: BodyText, position: number): number {
  let at = position
  while (at > 0 && isWhiteSpace(text.charCodeAt(at - 1))) at--
  return at
}
