import type { Writable } from 'node:stream'

/** The output of a command: its result on standard output, everything else on standard error. */
export interface Output {
  /** Prints the result: one line of JSON with `--json`, else the text. */
  result(value: object, text: () => string): void
  /** Prints a note that is not part of the result. */
  note(line: string): void
  /** Prints an error on one line; with `--json` also as `{"error":...}` on standard output. */
  failure(message: string): void
  /** True if standard error is a terminal. */
  readonly isTerminal: boolean
}

/** An output that prints to the given streams. */
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
    isTerminal: stderr.isTTY === true,
  }
}

/** `1234567` as `1,234,567`, independent of the locale. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 0 })
}

/** A count with its noun: `1 request`, `2 requests`. */
export function formatTimes(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`
}

/** `part` in whole percent of `whole`; 0 % if `whole` is 0. */
export function formatPercent(part: number, whole: number): string {
  return `${whole > 0 ? Math.round((100 * part) / whole) : 0} %`
}

/** US dollars. Small amounts have more digits, so that they are not shown as 0. */
export function formatDollars(usd: number): string {
  const size = Math.abs(usd)
  const digits = size >= 1 || size === 0 ? 2 : size >= 0.0001 ? 4 : 6
  return `${usd < 0 ? '-' : ''}$${size.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}

/** The input bill with Pleat beside the direct one. */
export function describeMoney({ usd, directUsd }: { readonly usd: number; readonly directUsd: number }): string {
  const difference = directUsd - usd
  const share = formatPercent(Math.abs(difference), directUsd)
  const saved = `${formatDollars(Math.abs(difference))} (${share}) ${difference < 0 ? 'more' : 'saved'}`
  return `input cost ${formatDollars(usd)} USD with Pleat, about ${formatDollars(directUsd)} direct with the provider's cache: ${saved}`
}

/** Cents with up to six decimals. */
export function formatExactCents(cents: number): string {
  return `${cents.toLocaleString('en-US', { maximumFractionDigits: 6 })} cents`
}

/** Cents with three significant digits. */
export function formatCents(cents: number): string {
  return `${Number(cents.toPrecision(3))} cents`
}
