import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { type StartedServer, startOrKill } from '../harness/child-server.ts'
import type { ImageConfig } from './builder.ts'

/** A process of the image, isolated as by a container engine. */
export interface Container {
  readonly server: StartedServer
  /** A field of /proc/PID/status of the server. */
  status(field: string): string
  /** Runs a command inside the container, as the image's user. Returns its standard output. */
  exec(...argv: readonly string[]): Promise<string>
  /** Sends the image's stop signal and returns the exit code. */
  stop(): Promise<number | null>
}

/** $1: root of the image. $2: directory for the volume. $3: user and group. $4: working directory. Then the command. */
const ENTER = `
mount --bind "$1" "$1"
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
mount --bind "$2" "$1$4"
mount -o remount,bind,ro "$1"
root=$1 user=$3 directory=$4
shift 4
exec chroot --userspec="$user" --groups= "$root" env --ignore-environment --chdir="$directory" "$@"
`

/**
 * Starts the image's entrypoint as process 1 of its own PID and mount namespaces: its user, a read-only root file system, and
 * `data` at its volume.
 */
export async function startContainer(
  config: ImageConfig,
  { root, data, variables }: { root: string; data: string; variables: Readonly<Record<string, string>> },
): Promise<Container> {
  const environment = [...config.Env, ...Object.entries(variables).map(([name, value]) => `${name}=${value}`)]
  const argv = [root, data, config.User, config.WorkingDir, ...environment, ...config.Entrypoint, ...config.Cmd]
  const child = spawn('unshare', ['--pid', '--mount', '--fork', 'sh', '-euc', ENTER, 'sh', ...argv], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const server = await startOrKill(child)
  const pid = childOf(child)
  const status = (field: string): string =>
    new RegExp(`^${field}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
  return {
    server,
    status,
    async exec(...command) {
      const user = ['chroot', `--userspec=${config.User}`, '--groups=', root, 'env', '--ignore-environment']
      const within = ['--target', String(pid), '--pid', '--mount', ...user, ...environment, ...command]
      return (await promisify(execFile)('nsenter', within)).stdout
    },
    async stop() {
      const ended = once(child, 'exit')
      process.kill(pid, config.StopSignal as NodeJS.Signals)
      return (await ended)[0]
    },
  }
}

/** The process that `unshare` has forked. */
function childOf({ pid }: ChildProcess): number {
  return Number(execFileSync('pgrep', ['--parent', String(pid)], { encoding: 'utf8' }).trim())
}
