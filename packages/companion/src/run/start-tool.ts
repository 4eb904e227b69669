import { constants } from 'node:os'
import { isatty } from 'node:tty'
import spawn from 'cross-spawn'
import type { Variables } from '../config/environment.ts'
import type { VariableChanges } from './tools.ts'

/**
 * Starts a tool in this terminal and waits for its end. Resolves to its exit code, or to 128 plus the number of the signal that
 * ended it, as in shells.
 * @throws {Error} when it cannot be started.
 */
export function startTool(command: readonly string[], variables: Variables, changes: VariableChanges): Promise<number> {
  const [program = '', ...given] = command
  const environment = Object.fromEntries(
    Object.entries({ ...variables, ...changes }).filter((entry) => entry[1] !== undefined),
  )
  // On Windows, `spawn` of Node starts no `.cmd` file without a shell, which would split arguments at their spaces.
  const child = spawn(program, given, { stdio: 'inherit', env: environment })
  const pass = (signal: NodeJS.Signals): void => void child.kill(signal)
  // A terminal also sends these signals to the tool, which decides how to react. Without one, only this process gets them.
  const hasTerminal = process.platform === 'win32' || [0, 1, 2].some((descriptor) => isatty(descriptor))
  const wait = hasTerminal ? (): void => undefined : pass
  process.on('SIGINT', wait).on('SIGQUIT', wait).on('SIGTERM', pass).on('SIGHUP', pass)
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        new Error(
          error.code === 'ENOENT'
            ? `${program}: command not found; install it, or check PATH`
            : `${program} cannot be started (${error.code})`,
        ),
      )
    })
    child.once('close', (code, signal) => {
      process.off('SIGINT', wait).off('SIGQUIT', wait).off('SIGTERM', pass).off('SIGHUP', pass)
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
  })
}
