import type { Span } from '../conversation.ts'

/** True if two ranges share a position. */
export function overlaps(one: Span, other: Span): boolean {
  return one.start < other.end && one.end > other.start
}

/** True if a range is a part of another one, or equal to it. */
export function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}

export function lengthOf({ start, end }: Span): number {
  return end - start
}
