import { spawn } from 'node:child_process'

/**
 * Runs a script that writes to a store and prints one line per write. It kills the script with SIGKILL at a random
 * time, at most `withinMs` milliseconds after the first output. Resolves to the complete lines.
 * @param place argument of the script: the location of the store
 */
export function writeUntilKilled(script: string, place: string, withinMs: number): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const writer = spawn(process.execPath, [script, place], { stdio: ['ignore', 'pipe', 'pipe'] })
    let printed = ''
    let errors = ''
    writer.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      if (printed === '') setTimeout(() => writer.kill('SIGKILL'), Math.random() * withinMs)
      printed += chunk
    })
    writer.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk
    })
    writer.on('error', reject)
    writer.on('close', () => {
      if (printed === '') reject(new Error(`the writer wrote nothing: ${errors}`))
      else resolve(printed.split('\n').slice(0, -1))
    })
  })
}
