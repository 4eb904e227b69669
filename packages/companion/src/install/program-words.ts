import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Variables } from '../config/environment.ts'
import type { Agent } from '../hooks/agents.ts'

/**
 * The command line with which an agent calls this command. If PATH leads here, it is the command's name, or on Windows
 * the path of npm's script, so that updates of Node or of the package do not break it. Otherwise it is the paths of Node
 * and of this file.
 */
export function programWords(agent: Agent, entry: string, variables: Variables): readonly string[] {
  const paths = [process.execPath, entry]
  // On Windows, Claude Code understands quoted paths, and the plugin of opencode has no shell to start npm's script.
  if (process.platform === 'win32' && !failsOnQuotes(agent)) return paths
  for (const folder of (variables.PATH ?? '').split(delimiter)) {
    if (!folder) continue
    // npx adds these folders to PATH only for one call.
    if (/[\\/](?:_npx|node_modules[\\/]\.bin)(?:[\\/]|$)/.test(folder)) continue
    try {
      const command = commandIn(folder, entry)
      if (command !== undefined) return [command]
    } catch {}
  }
  return paths
}

/**
 * The word that starts the command which npm installed for `entry` in this folder. Undefined if the command is of another
 * file, or if its word would need quotes on Windows.
 * @throws {Error} when a file is missing.
 */
function commandIn(folder: string, entry: string): string | undefined {
  if (process.platform !== 'win32')
    return realpathSync(join(folder, 'pleat')) === realpathSync(entry) ? 'pleat' : undefined
  // Not the name alone: cmd searches the project's folder first, and PowerShell prefers `pleat.ps1`, which it does not
  // run by default. cmd, PowerShell and Git Bash all start a path with slashes.
  const path = join(folder, 'pleat.cmd')
  const word = path.replaceAll('\\', '/')
  const target = join(folder, 'node_modules', 'pleat-cli', 'dist', 'main.js')
  const isOwn = existsSync(path) && realpathSync(target) === realpathSync(entry)
  return isOwn && /^[\w:./-]+$/.test(word) ? word : undefined
}

/**
 * True if an agent runs hooks with cmd or PowerShell on Windows, where a command line that begins with a quoted path
 * fails. Claude Code prefers a POSIX shell there.
 */
export function failsOnQuotes(agent: Agent): boolean {
  return process.platform === 'win32' && (agent === 'codex' || agent === 'qwen-code')
}

/** The words as a shell command line. */
export function shellLine(words: readonly string[]): string {
  return words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : quoted(word))).join(' ')
}

function quoted(word: string): string {
  return process.platform === 'win32' ? `"${word}"` : `'${word.replaceAll("'", `'\\''`)}'`
}
