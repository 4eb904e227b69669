import { spawn } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { endOf } from '../end-of.ts'
import type { TrialRoom } from './client-trial.ts'

const PROGRAMS = join(import.meta.dirname, 'programs')
const LONGEST_MS = 180_000

/** Runs one of `programs` in the folder of its packages, like a user's own program. */
export async function runProgram(
  { folder, home, pleat, turns }: TrialRoom,
  program: string,
  argv: readonly string[] = [],
): Promise<void> {
  const place = join(folder, 'program')
  await cp(PROGRAMS, place, { recursive: true })
  await writeFile(join(place, 'package.json'), '{"type":"module"}')
  await writeFile(join(place, 'room.json'), JSON.stringify({ url: pleat.url, key: pleat.key, turns }))
  const { PATH } = process.env
  await runCommand(process.execPath, [join(place, program), ...argv], { cwd: place, variables: { PATH, HOME: home } })
}

/**
 * Runs a command without a terminal and returns its output.
 * @throws {Error} with the end of its output if it fails, or takes longer than three minutes.
 */
export async function runCommand(
  command: string,
  argv: readonly string[],
  { cwd, variables }: { readonly cwd: string; readonly variables: Readonly<Record<string, string | undefined>> },
): Promise<string> {
  const child = spawn(command, argv, { cwd, env: variables, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      printed = (printed + chunk).slice(-200_000)
    })
  }
  const { code, signal } = await endOf(child, { timeoutMs: LONGEST_MS })
  if (code === 0) return printed
  throw new Error(`it ended with ${code ?? signal}: ${printed.trim().slice(-600)}`)
}
