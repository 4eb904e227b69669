import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import OpenAI from 'openai'
import { startPleat } from '../harness/start-pleat.ts'
import { askModel, type Reply, WAYS } from './ask-model.ts'
import { CONVERSATIONS } from './conversations/all.ts'
import type { WrittenConversation } from './conversations/conversation.ts'
import { loadLanguageModel } from './language-model.ts'
import { cacheFolder, findModelFiles, type ModelFiles } from './model-files.ts'
import { startModelServer } from './model-server.ts'
import { HELP, readOptions } from './options.ts'
import { pageOf, tableOf } from './report.ts'
import { problemsIn } from './verdict.ts'

const PAGE = join(import.meta.dirname, '../../bench/MODEL.md')

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  if (!options) {
    print(HELP)
    return 0
  }
  const files = await findModelFiles(cacheFolder(process.env), say)
  if (files.kind === 'missing') {
    print(`skipped: the model cannot be installed here: ${files.reason}`)
    print('0 passed, 0 failed, 1 skipped')
    return 0
  }
  const wanted = options.conversations
  const conversations = CONVERSATIONS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
  const startedAt = performance.now()
  const replies = await askAll(files, conversations)
  const problems = problemsIn(conversations, replies)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  if (options.isJson) print(JSON.stringify({ seconds, problems, replies }))
  else print(`${tableOf(conversations, replies)}\n\nright answers of those asked; prompts in tokens; ${seconds} s`)
  if (wanted.length === 0) await writeFile(PAGE, pageOf(conversations, replies))
  for (const problem of problems) say(`FAILED  ${problem}`)
  if (!options.isJson) print(problems.length === 0 ? 'passed' : `${problems.length} failed`)
  return problems.length === 0 ? 0 : 1
}

/** Asks every question with every kind of history, through a new Pleat server in front of the model. */
async function askAll(
  files: ModelFiles & { kind: 'installed' },
  conversations: readonly WrittenConversation[],
): Promise<Reply[]> {
  const model = await loadLanguageModel(files)
  const provider = await startModelServer(model)
  const pleat = await startPleat({ providerUrl: provider.url })
  try {
    const client = new OpenAI({ baseURL: `${pleat.url}/v1`, apiKey: pleat.key, maxRetries: 0, timeout: 300_000 })
    const replies: Reply[] = []
    for (const conversation of conversations) {
      for (const way of WAYS) {
        for (const [i, question] of conversation.questions.entries()) {
          const reply = await askModel(client, conversation, { question, way, isStream: i % 2 === 1 })
          replies.push(reply)
          say(`${describe(reply)}  (${provider.requests} requests)`)
        }
      }
    }
    if (provider.requests !== replies.length) throw new Error('The model was asked more often than the client asked.')
    return replies
  } finally {
    await pleat.close()
    await provider.close()
    await model.close()
  }
}

function describe({ conversation, way, question, answer, isRight, promptTokens }: Reply): string {
  const size = promptTokens === undefined ? '' : ` ${promptTokens} tokens`
  const result =
    answer === undefined ? 'does not fit' : `${isRight ? 'right' : 'wrong'}: ${answer.replace(/\s+/g, ' ')}`
  return `${conversation}, ${way}${size}: ${question} ${result}`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

/** Prints progress. */
function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

try {
  process.exitCode = await main()
} catch (error) {
  say(`error: ${error instanceof Error ? error.message : 'something failed'}`)
  process.exitCode = 2
}
