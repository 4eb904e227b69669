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

/** Turn and speaker, as `12U`. */
function speakerTag({ turn, role }: Speaker): string {
  return `${turn}${LETTER[role]}`
}

/** Head of a line: `12U `, or `12U Mara: ` if a role has several speakers. A name is one word. */
export function lineHead(speaker: Speaker): string {
  const name = speaker.name?.replace(NO_PART_OF_NAME, '_').replace(/^_+|_+$/g, '')
  return `${speakerTag(speaker)} ${name ? `${name}: ` : ''}`
}
