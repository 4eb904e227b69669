import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'

/** Longer input is a mistake: no credential is that long. */
const MAX_CHARACTERS = 65_536

/**
 * Reads a secret: a whole pipe or file, or one line from a terminal without echo.
 * @throws {Error} when the input is too long, or the terminal's input ends without a line.
 */
export async function readSecretInput(stdin: Readable & { isTTY?: boolean }, showPrompt: () => void): Promise<string> {
  if (stdin.isTTY) {
    showPrompt()
    return await readHiddenLine(stdin)
  }
  let text = ''
  for await (const chunk of stdin.setEncoding('utf8')) {
    text += chunk
    if (text.length > MAX_CHARACTERS) {
      throw new Error(`standard input has more than ${MAX_CHARACTERS} characters; send only the credential`)
    }
  }
  return text.trim()
}

/** Reads a line with line editing and without echo: the output of the terminal interface is discarded. */
function readHiddenLine(stdin: Readable): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: stdin, output: nowhere, terminal: true })
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(line.trim())
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => reject(new Error('no credential was entered; nothing was changed')))
  })
}
