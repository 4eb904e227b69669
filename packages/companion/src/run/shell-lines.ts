import type { VariableChanges } from './tools.ts'

/** Supported shells. */
export const SHELLS = ['sh', 'fish', 'powershell'] as const

export type Shell = (typeof SHELLS)[number]

/** One shell command for each variable. */
export function shellLines(changes: VariableChanges, shell: Shell): string[] {
  return Object.entries(changes).map(([name, value]) =>
    value === undefined ? LINES[shell].unset(name) : LINES[shell].set(name, value),
  )
}

const LINES: Readonly<Record<Shell, { set(name: string, value: string): string; unset(name: string): string }>> = {
  sh: {
    set: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
    unset: (name) => `unset ${name}`,
  },
  fish: {
    set: (name, value) => `set -gx ${name} '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
    unset: (name) => `set -e ${name}`,
  },
  powershell: {
    // PowerShell also ends the string at typographic single quotes.
    set: (name, value) => `$env:${name} = '${value.replace(/['\u2018-\u201b]/g, '$&$&')}'`,
    unset: (name) => `Remove-Item Env:${name} -ErrorAction SilentlyContinue`,
  },
}

/** The shell of the user, by the variable SHELL and the platform. */
export function usualShell(shellVariable: string | undefined): Shell {
  if (shellVariable?.endsWith('fish')) return 'fish'
  return process.platform === 'win32' && !shellVariable ? 'powershell' : 'sh'
}
