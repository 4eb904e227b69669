/**
 * A collision-resistant hash of text, as a short string. Handed in, since the core has no I/O and no runtime of its
 * own; equal text must give equal results in every process. Servers pass SHA-256 cut to 128 bits or more.
 */
export type Hash = (text: string) => string
