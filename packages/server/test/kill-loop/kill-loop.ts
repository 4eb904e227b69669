import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { openSqliteStore } from '../src/adapters/sqlite/open-sqlite-store.ts'
import { hashKey } from '../src/gate/key-format.ts'
import { talk } from './transcripts.ts'

/** When a server dies: by itself around a charge, or by a signal at a random moment. */
export type KillMoment = 'before-charge' | 'after-charge' | 'whenever'

/** The result of some rounds of serving and dying; money in micro-cents. */
export interface KillReport {
  readonly rounds: readonly { readonly moment: KillMoment; readonly answered: number; readonly problems: number }[]
  /** Calls with a key of their own that were answered in the end, and how often one had to be sent again. */
  readonly calls: number
  readonly repeats: number
  /** Answers to the same key that were not the same. */
  readonly changedAnswers: number
  /** The sum of the fees in the answers, what the account lost, and the charges in its ledger. */
  readonly fees: number
  readonly charged: number
  readonly charges: number
}

interface Call {
  readonly key: string
  readonly body: string
  answer: string | undefined
}

const KEY = 'pleat_of-the-kill-loop'
const BUDGET = 1_000_000_000_000
const CLIENTS = 4

/**
 * Serves calls from several clients and kills the server in the middle, once for each of `moments`; checks the ledger
 * after each; then sends again what was not answered, and also what was.
 */
export async function runKillLoop(dataDir: string, moments: readonly KillMoment[]): Promise<KillReport> {
  const book: CallBook = { calls: [], taken: new Set(), sent: new Set(), repeats: 0, changedAnswers: 0 }
  const rounds: KillReport['rounds'][number][] = []
  const store = await openSqliteStore({ dataDir, requestsPerMinute: 1_000_000_000 })
  await store.accounts.create({ name: 'a', plan: 'free', budgetMicroCents: BUDGET })
  const row = { hash: hashKey(KEY), preview: 'p', requestsPerMinute: 1_000_000_000 }
  const { accountId } = await store.keys.createKey({ name: 'a' }, row)
  for (const [round, moment] of moments.entries()) {
    const before = answeredIn(book)
    await playRound(dataDir, book, { moment, call: 3 + (round % 5) })
    const problems = (await store.ledger.verify()).flatMap((finding) => finding.problems).length
    rounds.push({ moment, answered: answeredIn(book) - before, problems })
  }
  const last = await startKilledServer(dataDir, 'never', 0)
  for (const call of book.calls) await ask(last.url, book, call)
  last.child.kill('SIGKILL')
  await last.ended
  const balance = await store.ledger.findBalance(accountId)
  const entries = await store.ledger.list(accountId, { limit: 1_000_000 })
  await store.close()
  return {
    rounds,
    calls: book.calls.length,
    repeats: book.repeats,
    changedAnswers: book.changedAnswers,
    fees: book.calls.reduce((sum, { answer }) => sum + feeOf(answer), 0),
    charged: BUDGET - (balance?.budgetMicroCents ?? 0),
    charges: entries.filter(({ kind }) => kind === 'charge').length,
  }
}

/** The calls and their responses, from the clients' side. */
interface CallBook {
  readonly calls: Call[]
  /** Calls that a client is busy with. */
  readonly taken: Set<Call>
  readonly sent: Set<Call>
  repeats: number
  changedAnswers: number
}

function answeredIn({ calls }: CallBook): number {
  return calls.filter(({ answer }) => answer !== undefined).length
}

function feeOf(answer: string | undefined): number {
  return Math.round((JSON.parse(answer ?? '{}') as { fee_cents: number }).fee_cents * 1_000_000)
}

async function playRound(
  dataDir: string,
  book: CallBook,
  { moment, call }: { moment: KillMoment; call: number },
): Promise<void> {
  const server = await startKilledServer(dataDir, moment, call)
  let isTimed = moment !== 'whenever'
  // From the first answer on, since before it most of the time goes into starting.
  const onAnswer = (): void => {
    if (!isTimed) setTimeout(() => server.child.kill('SIGKILL'), Math.random() * 100)
    isTimed = true
  }
  const clients = Array.from({ length: CLIENTS }, () => askUntilDead(server.url, book, onAnswer))
  await Promise.all([...clients, server.ended])
}

/** One client. It repeats unanswered calls before new ones. */
async function askUntilDead(url: string, book: CallBook, onAnswer: () => void): Promise<void> {
  for (;;) {
    const lost = book.calls.find((call) => call.answer === undefined && !book.taken.has(call))
    const call = lost ?? newCall(book)
    book.taken.add(call)
    try {
      await ask(url, book, call)
      onAnswer()
    } catch (error) {
      if (error instanceof WrongAnswer) throw error
      return
    } finally {
      book.taken.delete(call)
    }
  }
}

function newCall({ calls }: CallBook): Call {
  const messages = talk(10 + (calls.length % 7))
  const body = JSON.stringify({ messages, model_hint: 'claude-opus-5-5', protection_mode: 'aggressive' })
  const call = { key: `call ${calls.length}`, body, answer: undefined }
  calls.push(call)
  return call
}

class WrongAnswer extends Error {}

async function ask(url: string, book: CallBook, call: Call): Promise<void> {
  if (book.sent.has(call)) book.repeats++
  book.sent.add(call)
  const response = await fetch(`${url}/v1/tul1`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'idempotency-key': call.key },
    body: call.body,
  })
  const answer = await response.text()
  if (response.status !== 200) throw new WrongAnswer(`answered ${response.status}: ${answer}`)
  if (call.answer !== undefined && call.answer !== answer) book.changedAnswers++
  call.answer = answer
}

/** Starts `killed-server` as a process of its own. */
export async function startKilledServer(
  dataDir: string,
  moment: KillMoment | 'never',
  call: number,
): Promise<{ url: string; child: ChildProcess; ended: Promise<unknown> }> {
  const script = join(import.meta.dirname, 'killed-server.ts')
  const child = spawn(process.execPath, [script, dataDir, moment === 'whenever' ? 'never' : moment, String(call)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = (await Promise.race([once(child.stdout, 'data'), ended.then(() => [''])])) as [Buffer]
  const url = line.toString().trim()
  if (url === '') throw new Error('the server did not start')
  return { url, child, ended }
}
