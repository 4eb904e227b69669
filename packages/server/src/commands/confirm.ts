import { createInterface } from 'node:readline/promises'
import { WrongUse } from './wrong-use.ts'

/**
 * Asks a yes-or-no question on the terminal; anything but yes is no.
 * @throws {WrongUse} where nobody can answer; `instead` is the option that says yes.
 */
export async function confirm(question: string, { instead }: { readonly instead: string }): Promise<boolean> {
  if (!process.stdin.isTTY) throw new WrongUse(`nobody can be asked here: add ${instead} to go on`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `)).trim())
  } finally {
    lines.close()
  }
}
