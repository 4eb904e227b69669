import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Variables } from '../config/environment.ts'

/**
 * The command line with which agents call this command. It is the command's name if PATH leads here, so that updates of Node or
 * of the package do not break it. Otherwise it is the paths of Node and of this file.
 */
export function programWords(entry: string, variables: Variables): readonly string[] {
  for (const folder of (variables.PATH ?? '').split(delimiter)) {
    if (!folder) continue
    // npx adds these folders to PATH only for one call.
    if (/[\\/](?:_npx|node_modules[\\/]\.bin)(?:[\\/]|$)/.test(folder)) continue
    try {
      if (realpathSync(join(folder, 'pleat')) === realpathSync(entry)) return ['pleat']
    } catch {}
  }
  return [process.execPath, entry]
}

/** The words as a shell command line. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))).join(' ')
}

function quoted(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`
}
