import type { Writable } from 'node:stream'

/** Where a command prints: its result on standard output, everything said besides on standard error. */
export interface Output {
  /** The result: one line of JSON with `--json`, else the text for people. */
  result(value: object, text: () => string): void
  /** Something people should know that is not the result. */
  note(line: string): void
  /** A failure, in one line; with `--json` also as `{"error":...}` on standard output. */
  failure(message: string): void
  /** Whether a person is watching what is said besides. */
  readonly isWatched: boolean
}

/** Prints to the given streams. */
export function createOutput(
  streams: { readonly stdout: Writable; readonly stderr: Writable & { readonly isTTY?: boolean } },
  isJson: boolean,
): Output {
  const { stdout, stderr } = streams
  return {
    result: (value, text) => stdout.write(`${isJson ? JSON.stringify(value) : text()}\n`),
    note: (line) => stderr.write(`${line}\n`),
    failure(message) {
      const line = message.trim().replace(/(?<!\s)\s*\n\s*/g, '; ')
      if (isJson) stdout.write(`${JSON.stringify({ error: line })}\n`)
      stderr.write(`error: ${line}\n`)
    },
    isWatched: stderr.isTTY === true,
  }
}

/** `1234567` as `1,234,567`, the same wherever it runs. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 0 })
}

/** `1 request`, `2 requests`. */
export function formatTimes(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}

/** Whole percent of `part` in `whole`; 0 of nothing. */
export function formatPercent(part: number, whole: number): string {
  return `${whole > 0 ? Math.round((100 * part) / whole) : 0} %`
}

/** US dollars; small amounts keep enough digits to be told from nothing. */
export function formatDollars(usd: number): string {
  const size = Math.abs(usd)
  const digits = size >= 1 || size === 0 ? 2 : size >= 0.0001 ? 4 : 6
  return `${usd < 0 ? '-' : ''}$${size.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

/** The bill of input beside that of going direct. */
export function describeMoney({ usd, directUsd }: { readonly usd: number; readonly directUsd: number }): string {
  const difference = directUsd - usd
  const share = formatPercent(Math.abs(difference), directUsd)
  const saved = `${formatDollars(Math.abs(difference))} (${share}) ${difference < 0 ? 'more' : 'saved'}`
  return `input cost ${formatDollars(usd)} USD with Pleat, about ${formatDollars(directUsd)} direct with the provider's cache: ${saved}`
}

/** Cents to the last of their six decimals. */
export function formatExactCents(cents: number): string {
  return `${cents.toLocaleString('en-US', { maximumFractionDigits: 6 })} cents`
}

/** Cents with as many digits as say something. */
export function formatCents(cents: number): string {
  return `${Number(cents.toPrecision(3))} cents`
}
