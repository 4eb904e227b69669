import type { Role } from '../../conversation.ts'

/** The speaker of a text, and its turn. */
export interface Speaker {
  readonly turn: number
  readonly role: Role
  /** The name of one of several speakers in that role. */
  readonly name?: string | undefined
}

const LETTER: Record<Role, string> = { user: 'U', assistant: 'A', tool: 'T', system: 'S' }
/** Any other character in a name could end it, open a mark, or read as a sentence. */
const NO_PART_OF_NAME = /[^\p{L}\p{N}\p{M}.@'’-]+/gu

/** Head of a line: `12U `, or `12U Mara: ` if a role has several speakers. A name is one word. */
export function lineHead({ turn, role, name: written }: Speaker): string {
  const name = written?.replace(NO_PART_OF_NAME, '_').replace(/^_+|_+$/g, '')
  return `${turn}${LETTER[role]} ${name ? `${name}: ` : ''}`
}
