const FIRST_LINE = '// Written by "pleat install opencode"; "pleat uninstall opencode" removes it.'

/** Whether a file is a plugin of ours, of this or another version. */
export function isOwnPlugin(text: string): boolean {
  return text.startsWith(FIRST_LINE)
}

/**
 * The plugin for opencode: before a compaction it hands the conversation to the hook of this command and adds what
 * comes back to what opencode's own summary is made from. It waits ten seconds at most, and every failure means that
 * the compaction goes on without it.
 */
export function opencodePlugin(words: readonly string[], isLocal: boolean): string {
  const command = [...words, 'hook', 'opencode', ...(isLocal ? ['--local'] : [])]
  return `${FIRST_LINE}
import { spawn } from 'node:child_process'

const COMMAND = ${JSON.stringify(command)}
const LONGEST_WAIT_MS = 10_000

async function server({ client, directory }) {
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

export default { id: 'pleat', server }
`
}
