import { type Conversation, leafOf, rawAt, textAt } from '../conversation.ts'
import type { Edit } from '../edits.ts'
import { countDigests } from './digest-tokens.ts'
import { thoughtIn } from './message-texts.ts'
import type { TokenProfile } from './model-tokens.ts'
import type { PartCounter } from './request-tokens.ts'

/**
 * Counts the raw tokens that `edits` save, by the model's own profile: removed tokens minus inserted ones, including the frames
 * of messages. Negative if the edits add more than they remove.
 */
export function savedByEdits(
  conversation: Conversation,
  edits: readonly Edit[],
  counting: { readonly profile: TokenProfile; readonly counter: PartCounter },
): number {
  const { profile, counter } = counting
  const frame = profile.perMessage + profile.perRole
  let saved = 0
  for (const edit of edits) {
    switch (edit.kind) {
      case 'fold':
        for (let i = edit.from; i < edit.to; i++)
          saved += frame + counter.countMessage(conversation, conversation.messages[i]!)
        break
      case 'move':
        saved -= frame + counter.countMessage(conversation, conversation.messages[edit.message]!)
        break
      case 'recall':
        saved -= frame + counter.countText(edit.text)
        break
      case 'shorten':
        saved += counter.countText(leafText(conversation, edit)) - counter.countText(edit.text)
        break
      case 'drop':
        saved += counter.countText(thinkingText(conversation, edit))
        break
      default:
        edit satisfies never
    }
  }
  for (const { tokens } of countDigests(edits, counting)) saved -= tokens
  return saved
}

function leafText(conversation: Conversation, edit: { message: number; part: number; leaf: number }): string {
  const message = conversation.messages[edit.message]!
  const leaf = leafOf(message.shape.parts[edit.part]!, edit.leaf)
  return leaf ? textAt(conversation, message, leaf) : ''
}

function thinkingText(conversation: Conversation, edit: { message: number; part: number }): string {
  const message = conversation.messages[edit.message]!
  const part = message.shape.parts[edit.part]!
  return part.kind === 'thinking' ? thoughtIn(rawAt(conversation, message, part.span)) : ''
}
