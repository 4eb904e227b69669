import { readFileSync } from 'node:fs'
import type { ContextWindow } from '@pleat/core'
import { z } from 'zod'
import { ConfigError } from './config-error.ts'

const WINDOW_TABLE = z.object({
  windows: z.array(
    z.object({
      words: z
        .array(z.string().regex(/^[a-z0-9]+$/, { error: 'must be a word of lower-case letters and digits' }))
        .min(1),
      tokens: z.int().min(256).max(100_000_000),
    }),
  ),
})

/**
 * Reads the context windows in the operator's JSON file at `path`; none without a path.
 * @throws {ConfigError} when the file cannot be read or is not a table of windows.
 */
export function loadWindows(path: string | undefined): readonly ContextWindow[] {
  if (path === undefined) return []
  try {
    const parsed = WINDOW_TABLE.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (parsed.success) return parsed.data.windows
    const [issue] = parsed.error.issues
    throw new Error(`${issue?.path.join('.') || 'the file'}: ${issue?.message}`)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError([`PLEAT_WINDOWS must name a JSON file of context windows: ${path}: ${reason}`], { cause })
  }
}
