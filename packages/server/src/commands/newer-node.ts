import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

const LEAST_VERSION = manifest.engines.node.replace('>=', '')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** True if this version of Node is older than the package's `engines` allow. */
export function isTooOld(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [leastMajor = 0, leastMinor = 0] = LEAST_VERSION.split('.').map(Number)
  return major < leastMajor || (major === leastMajor && minor < leastMinor)
}

/**
 * Runs a command line with the Node that npm installs beside this package (`optionalDependencies`). Resolves to its
 * exit code. Without that Node, it prints a remedy and resolves to 1.
 */
export async function runWithNewerNode(commandLine: readonly string[]): Promise<number> {
  const newer = findPackagedNode()
  const outcome = newer === undefined ? undefined : await run(newer, commandLine)
  if (outcome !== undefined) return outcome
  const found = `pleat-server needs Node ${LEAST_VERSION} or newer, and this is Node ${process.versions.node}.`
  process.stderr.write(`error: ${found} Install a newer Node, or run "npm install node@24" in this folder.\n`)
  return 1
}

function findPackagedNode(): string | undefined {
  try {
    const folder = dirname(createRequire(import.meta.url).resolve('node/package.json'))
    return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return undefined
  }
}

/**
 * Runs the program and forwards signals. A terminal sends Ctrl+C to both processes, and the server treats the two as
 * one. Resolves to the exit code, or undefined if the program did not start.
 */
function run(program: string, commandLine: readonly string[]): Promise<number | undefined> {
  const child = spawn(program, commandLine, { stdio: 'inherit' })
  for (const signal of SIGNALS) process.on(signal, () => void child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined))
    child.once('close', (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)))
  })
}
