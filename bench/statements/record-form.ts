/**
 * The form of a record of earlier messages, as the core writes it; the measures know it only from this file. A line
 * with a head begins an entry, continuation lines are indented by a space, and the record's own statements are in
 * square brackets.
 */

/** The first line of a digest or a recall. */
export const RECORD_START = /^\[(?:Record|From the record)\b/

/** Turn and speaker at the start of an entry. */
export const LINE_HEAD = /^(\d+)([UATS])(?: |$)/

/** A value that a later message replaced, with that message and the newer value, or an earlier value that this one replaces. */
export const MARK = /\[(?:now \d+[UA]: (?<now>[^\]]*)|not \d+[UA]: [^\]]*)\]/g

/** The beginning of a mark that names a newer value. */
export const NEWER_MARK = /\[now \d+[UA]:/

/** A mark that quotes the value that its line replaces or refuses. */
export const OLDER_MARKS = /\[not \d+[UA]:[^\]]*\]/g

/** The quote before a user message: the items that it chooses, or the question that it answers. */
export const CHOICE = /^\[A: ([^\]]*)\] /

/** All statements of the record itself within a line. */
export const ANNOTATIONS = /^\[A: [^\]]*\] |\[(?:now|not) \d+[UA]:[^\]]*\]|\[-\d+\]/g
