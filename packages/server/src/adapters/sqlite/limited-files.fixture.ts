import { spawnSync } from 'node:child_process'

/**
 * Runs the text of a module in a process whose files may have at most `kilobytes`. Beyond that, writes fail as on a
 * full disk.
 */
export function runWithLimitedFiles(kilobytes: number, script: string, ...argv: readonly string[]) {
  // A shell counts in units of 512 or 1024 bytes. The signal of the limit would end the process.
  const limited = `trap '' XFSZ; ulimit -f ${kilobytes}; exec "$0" "$@"`
  const command = [process.execPath, '--input-type=module', '-e', script, ...argv]
  return spawnSync('sh', ['-c', limited, ...command], { encoding: 'utf8' })
}
