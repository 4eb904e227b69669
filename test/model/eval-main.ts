import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { spawnCommand } from '../../packages/server/src/commands/spawned-command.ts'
import { messagesOf } from './ask-model.ts'
import { CONVERSATIONS } from './conversations/all.ts'
import { loadLanguageModel } from './language-model.ts'
import { cacheFolder, findModelFiles, type ModelFiles } from './model-files.ts'
import { startModelServer } from './model-server.ts'

const HELP = `Usage: npm run test:model-eval [-- [--questions COUNT] CONVERSATION...]

Run "pleat-server eval" on the written conversations that fit the window of the small model of test:model. That model
gives the answers and is the judge. Exits with 1 when folded histories give at least two right answers fewer than full
ones. Takes some minutes, and is skipped if the model cannot be installed.

  --questions COUNT   of each conversation, at most (default: all)
  --help              show this
`

/** Right answers that folded histories may have fewer than full ones, since a small model errs by itself too. */
const TOLERANCE = 1
const MODEL = 'tinyllama'

interface Result {
  readonly requests: number
  readonly facts: Record<'full' | 'folded', { found: number; of: number }>
  readonly judge: { readonly verdicts: Readonly<Record<string, number>> }
  readonly input_tokens: { readonly full: number; readonly folded: number }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { questions: { type: 'string', default: '100' }, help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  const files = await findModelFiles(cacheFolder(process.env), (line) => console.error(line))
  if (files.kind === 'missing') {
    console.log(`skipped: the model cannot be installed here: ${files.reason}\n0 passed, 0 failed, 1 skipped`)
    return 0
  }
  const folder = await mkdtemp(join(tmpdir(), 'pleat-model-eval-'))
  try {
    return await evaluate(files, folder, { names: positionals, most: Number(values.questions) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Wanted {
  /** Names of conversations; empty for all that fit the window. */
  readonly names: readonly string[]
  /** Largest number of questions of each conversation. */
  readonly most: number
}

async function evaluate(files: ModelFiles & { kind: 'installed' }, folder: string, wanted: Wanted): Promise<number> {
  const talks = await writeTalks(folder, wanted)
  const model = await loadLanguageModel(files)
  const provider = await startModelServer(model)
  try {
    const options = ['--questions', 'questions.jsonl', '--judge', MODEL, '--max-tokens', '24', '--concurrency', '1']
    const { child, ended } = spawnCommand(['eval', ...talks, '--model', MODEL, ...options, '--yes', '--json'], {
      directory: folder,
      variables: { PLEAT_OPENAI_URL: `${provider.url}/v1`, OPENAI_API_KEY: 'none' },
    })
    child.stderr.pipe(process.stderr)
    const { code, stdout } = await ended
    const { facts, judge, input_tokens: tokens, requests } = JSON.parse(stdout) as Result
    console.log(await readFile(join(folder, 'pleat-eval', 'report.md'), 'utf8'))
    console.log(`judge: ${JSON.stringify(judge.verdicts)}`)
    const isRight = requests > 0 && facts.folded.found >= facts.full.found - TOLERANCE && tokens.folded < tokens.full
    console.log(code === 0 && isRight ? '1 passed, 0 failed' : '0 passed, 1 failed')
    return code === 0 && isRight ? 0 : 1
  } finally {
    await provider.close()
    await model.close()
  }
}

/** Writes the conversations as transcripts, and their questions. Returns the names of the transcripts. */
async function writeTalks(folder: string, { names, most }: Wanted): Promise<string[]> {
  const short = CONVERSATIONS.filter(({ isShort, name }) => isShort && (names.length === 0 || names.includes(name)))
  const lines: string[] = []
  for (const conversation of short) {
    const messages = messagesOf(conversation, conversation.questions[0]!, 'full').slice(0, -1)
    await writeFile(join(folder, `${conversation.name}.json`), JSON.stringify(messages))
    for (const { asked, fact } of conversation.questions.slice(0, most)) {
      lines.push(JSON.stringify({ transcript: `${conversation.name}.json`, ask: asked, facts: [fact] }))
    }
  }
  await writeFile(join(folder, 'questions.jsonl'), lines.join('\n'))
  return short.map(({ name }) => `${name}.json`)
}

process.exitCode = await main()
