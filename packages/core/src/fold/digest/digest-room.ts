/** Room of a new digest, in tokens. */
export interface DigestRoom {
  readonly tokens: number
  /** The part of it that nobody but the user may take as long as something that the user said is left. */
  readonly forUser: number
}
