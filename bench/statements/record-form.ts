/**
 * The form of a record of earlier messages, as the core writes it. All that the measures know of it stands here: a line
 * with a head begins an entry, lines that go on with it are set in by a space, and what the record itself says stands in
 * square brackets.
 */

/** The first line of a digest or a recall. */
export const RECORD_START = /^\[(?:Record|From the record)\b/

/** Turn and speaker in front of an entry. */
export const LINE_HEAD = /^(\d+)([UATS])(?: |$)/

/** A value that a later message replaced, with that message and the newer value, or an earlier one that this replaces. */
export const MARK = /\[(?:now \d+[UA]: (?<now>[^\]]*)|not \d+[UA]: [^\]]*)\]/g

/** The beginning of a mark that names a newer value. */
export const NEWER_MARK = /\[now \d+[UA]:/

/** A mark that quotes what its line replaces or refuses. */
export const OLDER_MARKS = /\[not \d+[UA]:[^\]]*\]/g

/** The quotes in front of a user message: the items that it takes, or the question that it answers. */
export const CHOICE = /^\[A: ([^\]]*)\] /

/** Everything that the record says itself within a line. */
export const ANNOTATIONS = /^\[A: [^\]]*\] |\[(?:now|not) \d+[UA]:[^\]]*\]|\[-\d+\]/g
