/** The sign between excerpts of one message, which may leave out text between them. */
export const GAP = ' … '
