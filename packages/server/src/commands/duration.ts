const UNITS_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Parses `30s`, `30m`, `12h` or `90d` into milliseconds; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,6})([smhd])$/.exec(text)
  return match ? Number(match[1]) * UNITS_MS[match[2]!]! : undefined
}
