import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnCommand } from '../../packages/server/src/commands/spawned-command.ts'
import { messagesOf } from './ask-model.ts'
import { EVAL_HELP, type EvalOptions, readEvalOptions } from './eval-options.ts'
import { loadLanguageModel } from './language-model.ts'
import { cacheFolder, findModelFiles, type ModelFiles } from './model-files.ts'
import { startModelServer } from './model-server.ts'

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
  const options = readEvalOptions(process.argv.slice(2))
  if (!options) {
    process.stdout.write(EVAL_HELP)
    return 0
  }
  const files = await findModelFiles(cacheFolder(process.env), (line) => console.error(line))
  if (files.kind === 'missing') {
    console.log(`skipped: the model cannot be installed here: ${files.reason}\n0 passed, 0 failed, 1 skipped`)
    return 0
  }
  const folder = await mkdtemp(join(tmpdir(), 'pleat-model-eval-'))
  try {
    return await evaluate(files, folder, options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function evaluate(
  files: ModelFiles & { kind: 'installed' },
  folder: string,
  wanted: EvalOptions,
): Promise<number> {
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
    // A failed command has written the reason, and its standard output may not be JSON.
    if (code !== 0) return conclude(false)
    const { facts, judge, input_tokens: tokens, requests } = JSON.parse(stdout) as Result
    console.log(await readFile(join(folder, 'pleat-eval', 'report.md'), 'utf8'))
    console.log(`judge: ${JSON.stringify(judge.verdicts)}`)
    const isRight = facts.folded.found >= facts.full.found - TOLERANCE
    return conclude(requests > 0 && isRight && tokens.folded < tokens.full)
  } finally {
    await provider.close()
    await model.close()
  }
}

/** Prints the verdict. Returns the exit code. */
function conclude(isPassed: boolean): number {
  console.log(isPassed ? '1 passed, 0 failed' : '0 passed, 1 failed')
  return isPassed ? 0 : 1
}

/** Writes the conversations as transcripts, and their questions. Returns the names of the transcripts. */
async function writeTalks(folder: string, { conversations, most }: EvalOptions): Promise<string[]> {
  const lines: string[] = []
  for (const conversation of conversations) {
    const messages = messagesOf(conversation, conversation.questions[0]!, 'full').slice(0, -1)
    await writeFile(join(folder, `${conversation.name}.json`), JSON.stringify(messages))
    for (const { asked, fact } of conversation.questions.slice(0, most)) {
      lines.push(JSON.stringify({ transcript: `${conversation.name}.json`, ask: asked, facts: [fact] }))
    }
  }
  await writeFile(join(folder, 'questions.jsonl'), lines.join('\n'))
  return conversations.map(({ name }) => `${name}.json`)
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : 'something failed'}`)
  process.exitCode = 2
}
