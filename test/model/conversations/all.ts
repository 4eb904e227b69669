import { CHOIR } from './choir.ts'
import type { WrittenConversation } from './conversation.ts'
import { DOG } from './dog.ts'
import { FLAT } from './flat.ts'
import { BAKERY, JOURNEY } from './long.ts'

/** Every conversation, those that fit the window first. */
export const CONVERSATIONS: readonly WrittenConversation[] = [FLAT, CHOIR, DOG, BAKERY, JOURNEY]

/** The instructions of every conversation. */
export const SYSTEM = 'You are a helpful assistant. Answer in one short sentence.'
