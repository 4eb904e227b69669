import { createDialogue } from '../harness/dialogue.ts'

/** Characters per token of these dialogues, at most. */
const CHARACTERS = 5

/** A request of more than 100,000 tokens, the same on every run. */
export function longTalk(seed: number): { readonly body: string; readonly tokens: number } {
  const tokens = 100_000
  const dialogue = createDialogue(seed)
  const messages: object[] = []
  for (let turn = 1, size = 0; size < tokens * CHARACTERS; turn++) {
    const question = dialogue.question(turn)
    const answer = [dialogue.answer(turn), dialogue.answer(turn + 5000), dialogue.answer(turn + 9000)].join('\n')
    messages.push({ role: 'user', content: question }, { role: 'assistant', content: answer })
    size += question.length + answer.length
  }
  messages.push({ role: 'user', content: dialogue.question(1) })
  return { body: JSON.stringify({ model: 'gpt-4o', messages }), tokens }
}
