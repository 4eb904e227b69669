/** The separator of excerpts of one message. Text between them may be left out. */
export const GAP = ' … '
