export * from './conversation.ts'
export type * from './edits.ts'
export type { Hash } from './hash.ts'
export * from './tokens/encoding.ts'
