/**
 * A collision-resistant hash of text, as a short string. It is a parameter, since the core has no I/O and no runtime of its
 * own. Equal texts must have equal results in every process. Servers use SHA-256 cut to 128 bits or more.
 */
export type Hash = (text: string) => string
