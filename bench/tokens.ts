/**
 * Compares the token counter with gpt-tokenizer: `node bench/tokens.ts` prints the table. Every figure is the minimum of
 * three processes: "first" is the first count after a start, "best" the minimum of ten further counts (three for texts
 * of more than 400,000 characters). gpt-tokenizer caches merged pieces, so its best figures for runs of one character
 * are those of a lookup.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

type Counter = 'pleat' | 'gpt-tokenizer'

interface Figures {
  readonly loadMs: number
  readonly memoryMb: number
  readonly tokens: number
  readonly firstMs: number
  readonly bestMs: number
}

const TEXT_LENGTH = 400_000
const LONG_RUN = 1_000_000
/** gpt-tokenizer takes minutes for a megabyte of one letter. */
const SHORT_RUN = 20_000

const RUNS: Readonly<Record<string, (length: number) => string>> = {
  'one letter': (length) => 'a'.repeat(length),
  spaces: (length) => ' '.repeat(length),
  'line ends': (length) => '\n'.repeat(length),
  'one emoji': (length) => '😀'.repeat(length / 4),
  'one ideograph': (length) => '中'.repeat(length / 3),
  'equal signs': (length) => '='.repeat(length),
  'letters in no order': shuffledLetters,
}

const [task, counter, length] = process.argv.slice(2)
if (task === undefined) printTable()
else process.stdout.write(JSON.stringify(await measure(counter as Counter, task, Number(length))))

function printTable(): void {
  console.log('| text | counter | load ms | memory MB | tokens | first ms | best ms |')
  console.log('|---|---|---|---|---|---|---|')
  for (const text of ['prose', 'code'])
    for (const each of ['pleat', 'gpt-tokenizer'] as const) printRow(each, text, TEXT_LENGTH)
  for (const text of Object.keys(RUNS)) printRow('pleat', text, LONG_RUN)
  for (const each of ['pleat', 'gpt-tokenizer'] as const) printRow(each, 'one letter', SHORT_RUN)
  printRow('gpt-tokenizer', 'one letter', 5 * SHORT_RUN)
}

function printRow(each: Counter, text: string, size: number): void {
  const runs = Array.from({ length: 3 }, () => figuresOf(each, text, size))
  const least = (name: keyof Figures): number => Math.min(...runs.map((run) => run[name]))
  const milliseconds = [least('firstMs').toFixed(1), least('bestMs').toFixed(1)]
  const figures = [least('loadMs').toFixed(0), least('memoryMb').toFixed(0), least('tokens'), ...milliseconds]
  console.log(`| ${[`${size / 1000} kB ${text}`, each, ...figures].join(' | ')} |`)
}

function figuresOf(each: Counter, text: string, size: number): Figures {
  const script = fileURLToPath(import.meta.url)
  const { stdout } = spawnSync(process.execPath, ['--expose-gc', script, text, each, String(size)], {
    encoding: 'utf8',
  })
  return JSON.parse(stdout) as Figures
}

async function measure(each: Counter, name: string, size: number): Promise<Figures> {
  const text = textOf(name, size)
  globalThis.gc?.()
  const before = process.memoryUsage()
  const loadedAt = performance.now()
  const count = await loadCounter(each)
  const loadMs = performance.now() - loadedAt
  globalThis.gc?.()
  const after = process.memoryUsage()
  const memoryMb = (after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers) / 1e6
  const times = Array.from({ length: size > TEXT_LENGTH ? 4 : 11 }, () => {
    const startedAt = performance.now()
    count(text)
    return performance.now() - startedAt
  })
  return { loadMs, memoryMb, tokens: count(text), firstMs: times[0]!, bestMs: Math.min(...times.slice(1)) }
}

/** Each counter, constructed before its first count. */
async function loadCounter(each: Counter): Promise<(text: string) => number> {
  if (each === 'gpt-tokenizer') {
    const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
    return (text) => countTokens(text)
  }
  const { encodingOf } = await import('../packages/core/src/tokens/encoding.ts')
  return encodingOf('o200k').count
}

function textOf(name: string, size: number): string {
  const run = RUNS[name]
  if (run !== undefined) return run(size)
  const pattern = name === 'prose' ? 'node_modules/*/README.md' : 'node_modules/{undici,fastify,zod}/**/*.js'
  const root = fileURLToPath(new URL('..', import.meta.url))
  const files = globSync(pattern, { cwd: root }).sort()
  let text = ''
  for (const file of files) if (text.length < size) text += readFileSync(`${root}/${file}`, 'utf8')
  return text.slice(0, size)
}

/** Letters without a pattern, the same in every process. */
function shuffledLetters(size: number): string {
  let text = ''
  for (let at = 1; at <= size; at++) text += String.fromCharCode(97 + ((Math.imul(at, 0x9e3779b1) >>> 11) % 26))
  return text
}
