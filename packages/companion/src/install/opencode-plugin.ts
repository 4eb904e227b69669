const FIRST_LINE = '// Written by "pleat install opencode"; "pleat uninstall opencode" removes it.'

/** True if a file is Pleat's plugin, of this or another version. */
export function isOwnPlugin(text: string): boolean {
  return text.startsWith(FIRST_LINE)
}

/**
 * The source of the opencode plugin. Before a compaction it passes the conversation to this command's hook, and adds the answer
 * to the input of opencode's own summary. It waits at most ten seconds. After a failure the compaction continues without it.
 * The only export is a function: older versions of opencode call every export, and do not start if one is an object.
 */
export function opencodePlugin(words: readonly string[], isLocal: boolean): string {
  const command = [...words, 'hook', 'opencode', ...(isLocal ? ['--local'] : [])]
  return `${FIRST_LINE}
import { spawn } from 'node:child_process'

const COMMAND = ${JSON.stringify(command)}
const LONGEST_WAIT_MS = 10_000

export default async function pleat({ client, directory }) {
  return {
    'experimental.session.compacting': async ({ sessionID }, output) => {
      try {
        const { data } = await client.session.messages({ path: { id: sessionID } })
        const input = { hook_event_name: 'PreCompact', session_id: sessionID, cwd: directory, messages: data }
        const answer = await ask(JSON.stringify(input))
        const context = answer ? JSON.parse(answer).context : undefined
        if (typeof context === 'string') output.context.push(context)
      } catch {}
    },
  }
}

function ask(input) {
  return new Promise((resolve) => {
    const child = spawn(COMMAND[0], COMMAND.slice(1), { stdio: ['pipe', 'pipe', 'ignore'], windowsHide: true })
    const timer = setTimeout(() => child.kill(), LONGEST_WAIT_MS)
    const chunks = []
    child.on('error', () => resolve(''))
    child.on('close', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString('utf8'))
    })
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stdin.on('error', () => undefined)
    child.stdin.end(input)
  })
}
`
}
