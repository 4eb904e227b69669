import { realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Variables } from '../config/environment.ts'

/**
 * How agents are to call this command: by its name where that leads here, so that an update of node or of the package
 * does not break it; else by the paths of node and of this file.
 */
export function programWords(entry: string, variables: Variables): readonly string[] {
  for (const folder of (variables.PATH ?? '').split(delimiter)) {
    if (!folder) continue
    // npx puts its folders onto the path for the time of one call.
    if (/[\\/](?:_npx|node_modules[\\/]\.bin)(?:[\\/]|$)/.test(folder)) continue
    try {
      if (realpathSync(join(folder, 'pleat')) === realpathSync(entry)) return ['pleat']
    } catch {}
  }
  return [process.execPath, entry]
}

/** The words as one line for a shell. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))).join(' ')
}

function quoted(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`
}
