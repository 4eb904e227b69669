import type { VariableChanges } from './tools.ts'

/** Shells that lines can be written for. */
export const SHELLS = ['sh', 'fish', 'powershell'] as const

export type Shell = (typeof SHELLS)[number]

/** One line for each variable, as a shell takes it. */
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
    set: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
    unset: (name) => `Remove-Item Env:${name} -ErrorAction SilentlyContinue`,
  },
}

/** The shell that started us, as far as it can be told. */
export function usualShell(shellVariable: string | undefined): Shell {
  if (shellVariable?.endsWith('fish')) return 'fish'
  return process.platform === 'win32' && !shellVariable ? 'powershell' : 'sh'
}
