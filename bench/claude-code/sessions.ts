import { join } from 'node:path'
import type { ScriptedPrompt, ScriptedSession } from './script.ts'

/** Files that the sessions read, by name. */
export function projectFiles(): Record<string, string> {
  const files: Record<string, string> = { 'notes.txt': 'The gate code is 4711.\n' }
  for (let part = 1; part <= PARTS; part++) files[`part-${part}.ts`] = partText(part)
  return files
}

const PARTS = 12

/** Source text with values that occur in one file only. */
function partText(part: number): string {
  const lines = Array.from(
    { length: 40 },
    (_, i) => `export const limit${part}x${i} = ${part * 1000 + i * 7} // seconds`,
  )
  return `/** Part ${part} of the scheduler. */\n${lines.join('\n')}\n`
}

/** The sessions that are played with the files in `folder`. */
export function sessionsIn(folder: string): readonly ScriptedSession[] {
  const read = (name: string) => ({ name: 'Read', input: { file_path: join(folder, name) } })
  const bash = (command: string) => ({ name: 'Bash', input: { command, description: 'Look around' } })
  const reading = (from: number, to: number): ScriptedPrompt => ({
    text: `Read the parts ${from} to ${to} of the scheduler and tell me whether their limits are in order.`,
    calls: Array.from({ length: to - from + 1 }, (_, i) => read(`part-${from + i}.ts`)),
    lastWord: `The limits of the parts ${from} to ${to} are in order.`,
  })
  const question: ScriptedPrompt = {
    text: 'Read notes.txt, list the files, and tell me the gate code.',
    calls: [read('notes.txt'), bash('ls')],
    lastWord: 'The gate code is 4711.',
  }
  return [
    {
      name: 'three requests with two tools',
      model: 'claude-opus-5-5',
      hasThinking: true,
      prompts: [question],
      isFolded: false,
    },
    {
      name: 'three consecutive prompts, with thinking that is bound to them',
      model: 'claude-opus-5-5',
      hasThinking: true,
      prompts: [reading(1, 4), reading(5, 8), question],
      isFolded: true,
    },
    {
      name: 'one long loop',
      model: 'claude-sonnet-5',
      hasThinking: false,
      prompts: [reading(1, PARTS)],
      isFolded: true,
    },
  ]
}
