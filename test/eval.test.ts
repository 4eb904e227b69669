import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { spawnCommand } from '../packages/server/src/commands/spawned-command.ts'
import { talkRequest } from '../packages/server/src/explain/talk.fixture.ts'
import { STAND_IN_KEYS } from './stand-in/credentials.ts'
import type { JsonObject } from './stand-in/json-object.ts'
import type { Answer } from './stand-in/scripted-answer.ts'
import { type StandIn, startStandIn } from './stand-in/start-stand-in.ts'

const JUDGE = 'the-judge'
let directory = ''
let standIn: StandIn | undefined
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pleat-eval-test-'))
  await writeFile(join(directory, 'talk.json'), talkRequest('openai-chat', 50).body)
})
afterEach(async () => {
  await standIn?.close()
  await rm(directory, { recursive: true, force: true })
})

type Asked = (body: JsonObject) => Answer

async function startProvider(answer: Asked): Promise<StandIn> {
  standIn = await startStandIn({ answer: (_kind, body) => answer(body) })
  return standIn
}

function run(argv: readonly string[], variables: Record<string, string> = {}) {
  return spawnCommand(['eval', ...argv], {
    directory,
    variables: {
      PLEAT_OPENAI_URL: `${standIn!.url}/v1`,
      PLEAT_ANTHROPIC_URL: standIn!.url,
      OPENAI_API_KEY: STAND_IN_KEYS.openai,
      ANTHROPIC_API_KEY: STAND_IN_KEYS.anthropic,
      PLEAT_ADMIN_TOKEN: 'a-token-that-is-not-needed',
      ...variables,
    },
  }).ended
}

const textOf = (body: JsonObject) => JSON.stringify(body.messages)
const isJudged = (body: JsonObject) => body.model === JUDGE

/** A model that answers with a number only if its history contains it; the judge prefers the answer with the number. */
const honest: Asked = (body) => {
  const text = textOf(body)
  if (isJudged(body)) {
    const knows = (section: string) => text.includes(`<${section}>\\nIt was 411.`)
    const [a, b] = [knows('answer_a'), knows('answer_b')]
    return { text: JSON.stringify({ better: a === b ? 'same' : a ? 'A' : 'B', reason: 'The number.' }) }
  }
  return { text: text.includes('turbine number 411 was sold') ? 'It was 411.' : 'I do not know.' }
}

async function writeQuestions(facts: readonly string[] = ['411']): Promise<void> {
  const questions = [{ ask: 'Which number did the turbine have?', facts }]
  await writeFile(join(directory, 'questions.jsonl'), questions.map((line) => JSON.stringify(line)).join('\n'))
}

describe('eval', { timeout: 120_000 }, () => {
  test('prints the cost and sends no question with --estimate', async () => {
    const provider = await startProvider(honest)
    const { code, stdout } = await run(['talk.json', '--judge', JUDGE, '--estimate', '--json'])
    expect(code).toBe(0)
    const estimate = JSON.parse(stdout) as Record<string, number>
    expect(estimate).toMatchObject({ requests: 5, calls: 20 })
    expect(estimate.dollars).toBeGreaterThan(0)
    expect(estimate.most_dollars).toBeGreaterThan(estimate.dollars!)
    expect(provider.requests).toHaveLength(0)
  })

  test('asks the same history full and folded, and writes a report without text of the conversation', async () => {
    const provider = await startProvider(honest)
    await writeQuestions()
    const { code, stdout, stderr } = await run([
      ...['talk.json', '--questions', 'questions.jsonl', '--judge', JUDGE, '--yes', '--json', '--out', 'out'],
    ])
    expect({ code, stderr }).toMatchObject({ code: 0 })
    expect(stderr).toContain('Cost at list prices: about $')
    expect(stderr).toContain('4 of 4')
    const [full, folded] = provider.requests.map(({ json }) => textOf(json as JsonObject).length)
    expect(folded).toBeLessThan(0.7 * full!)
    const result = JSON.parse(stdout) as { facts: object; judge: object; input_tokens: Record<string, number> }
    expect(result.facts).toMatchObject({ full: { found: 1, of: 1 } })
    expect(result.input_tokens.folded).toBeLessThan(0.7 * result.input_tokens.full!)
    const report = await readFile(join(directory, 'out', 'report.md'), 'utf8')
    expect(report).toContain('| the full history | 1 of 1 (100.0 %) | |')
    expect(report).not.toMatch(/turbine|411/)
    expect((await stat(join(directory, 'out', 'report.md'))).mode & 0o777).toBe(0o600)
    expect(provider.refusals()).toEqual([])
  })

  test('counts a tie when the judge prefers a position', async () => {
    let answers = 0
    await startProvider((body) => ({ text: isJudged(body) ? '{"better":"A"}' : `Answer ${++answers}.` }))
    const { stdout } = await run(['talk.json', '--judge', JUDGE, '--yes', '--json'])
    const { judge } = JSON.parse(stdout) as { judge: { verdicts: object; preference: { estimate: number } } }
    expect(judge.verdicts).toEqual({ folded: 0, full: 0, same: 0, split: 5, unreadable: 0 })
    expect(judge.preference.estimate).toBe(0)
  })

  test('detects worse answers from folded histories', async () => {
    const worse: Asked = (body) => {
      const text = textOf(body)
      if (!isJudged(body)) return { text: text.includes('Record of earlier turns') ? 'Worse.' : 'Better.' }
      return { text: JSON.stringify({ better: text.includes('<answer_a>\\nBetter.') ? 'A' : 'B' }) }
    }
    await startProvider(worse)
    const { stdout } = await run(['talk.json', '--requests', '8', '--judge', JUDGE, '--yes', '--json'])
    const { judge } = JSON.parse(stdout) as { judge: { verdicts: { full: number }; preference: { high: number } } }
    expect(judge.verdicts.full).toBeGreaterThanOrEqual(5)
    expect(judge.preference.high).toBeLessThan(0)
  })

  test('exits with 1 if answers are missing, and asks only for those in the next run', async () => {
    let refused = 0
    const provider = await startProvider((body) => {
      const isLate = textOf(body).length > 6000 && refused < 1
      if (!isLate) return { text: 'Yes.' }
      refused++
      return { status: 400, error: { message: 'The model is not in the mood.' } }
    })
    const first = await run(['talk.json', '--concurrency', '1', '--yes', '--json'])
    expect(first.code).toBe(1)
    expect(first.stderr).toContain('1 of 5 requests failed')
    expect(first.stderr).toContain('The first failure: 400: The model is not in the mood.')
    const report = await readFile(join(directory, 'pleat-eval', 'report.md'), 'utf8')
    expect(report).toContain('- 1 x 400 invalid_request_error\n')
    expect(report).not.toContain('mood')
    const asked = provider.requests.length
    const second = await run(['talk.json', '--concurrency', '1', '--yes', '--json'])
    expect(second.code).toBe(0)
    expect(JSON.parse(second.stdout)).toMatchObject({ requests: 5, failures: {} })
    expect(provider.requests.length - asked).toBeLessThanOrEqual(2)
  })

  test('resumes a killed run', async () => {
    const provider = await startProvider(() => ({ text: 'Yes.', delayMs: 150 }))
    const options = ['eval', 'talk.json', '--requests', '8', '--concurrency', '1', '--yes', '--json']
    const variables = { PLEAT_OPENAI_URL: `${provider.url}/v1`, OPENAI_API_KEY: STAND_IN_KEYS.openai }
    const { child, ended } = spawnCommand(options, { directory, variables })
    await expect.poll(() => provider.requests.length, { timeout: 60_000 }).toBeGreaterThan(4)
    child.kill('SIGKILL')
    await ended
    const before = provider.requests.length
    const next = await run(options.slice(1))
    expect(JSON.parse(next.stdout)).toMatchObject({ failures: {} })
    const { requests } = JSON.parse(next.stdout) as { requests: number }
    // Questions without an answer at the kill are asked again.
    expect(provider.requests.length).toBeLessThanOrEqual(2 * requests + 1)
    expect(provider.requests.length - before).toBeLessThan(2 * requests - 2)
  })

  test('starts only with a confirmation', async () => {
    const provider = await startProvider(honest)
    expect(await run(['talk.json'])).toMatchObject({ code: 2, stderr: expect.stringContaining('add --yes') })
    const dear = await run(['talk.json', '--yes', '--max-cost', '0.0001'])
    expect(dear).toMatchObject({ code: 1, stderr: expect.stringContaining('exceeds --max-cost 0.0001') })
    expect(provider.requests).toHaveLength(0)
  })

  test('keeps transcripts of the same file name apart, and asks each one the questions for it', async () => {
    await startProvider(honest)
    for (const folder of ['a', 'b']) {
      await mkdir(join(directory, folder))
      await copyFile(join(directory, 'talk.json'), join(directory, folder, 'talk.json'))
    }
    const files = ['a/talk.json', 'b/talk.json']
    expect((await run([...files, '--estimate'])).stdout).toContain('10 requests of 2 transcripts')
    const questions = ['talk.json', 'b/talk.json'].map((transcript) => JSON.stringify({ transcript, ask: 'Which?' }))
    await writeFile(join(directory, 'questions.jsonl'), questions.join('\n'))
    const asked = await run([...files, '--questions', 'questions.jsonl', '--estimate'])
    expect(asked.stdout).toContain('3 requests of 2 transcripts')
  })

  test('names the missing key, and sends no question', async () => {
    await startProvider(honest)
    const { code, stderr } = await run(['talk.json', '--yes'], { OPENAI_API_KEY: '' })
    expect(code).toBe(1)
    expect(stderr).toContain('OPENAI_API_KEY')
  })

  test.each([
    [['nothing.json'], 1, 'nothing.json does not exist'],
    [['talk.json', '--judge-format', 'openai'], 2, 'need --judge <model>'],
    [['talk.json', '--format', 'chat'], 2, '--format must be openai, anthropic, responses, not "chat"'],
    [['talk.json', '--max-cost', 'little'], 2, '--max-cost must be an amount in dollars'],
    [['list.json'], 2, 'names no model; add --model'],
  ])('%j fails with exit code %i and says: %s', async (argv, code, message) => {
    await startProvider(honest)
    await writeFile(join(directory, 'list.json'), JSON.stringify([{ role: 'user', content: 'Hello.' }]))
    expect(await run(argv)).toMatchObject({ code, stderr: expect.stringContaining(message) })
  })
})
