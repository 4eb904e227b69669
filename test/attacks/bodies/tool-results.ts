import type { LongText } from './long-texts.ts'

function lines(name: string, count: number, write: (index: number) => string): LongText {
  return { name, text: (share) => Array.from({ length: Math.ceil(count * share) }, (_, i) => write(i)).join('\n') }
}

/** Results of tools, most of them of four to five megabytes. */
export const TOOL_RESULTS: readonly LongText[] = [
  lines('a numbered file', 85_000, (i) => `${i + 1}\tconst value${i % 777} = compute(${i}) // note about ${i % 31}`),
  lines(
    'a log',
    68_000,
    (i) => `2026-05-0${1 + (i % 9)} 10:0${i % 10}:00 ERROR worker ${i % 97} failed: timeout after ${i} ms`,
  ),
  lines('a diff', 150_000, (i) =>
    i % 50 ? `+ line of code ${i * 7}` : `diff --git a/f${i} b/f${i}\n@@ -1,49 +1,49 @@`,
  ),
  lines('paths', 130_000, (i) => `src/area${i % 313}/module-${i}.ts:${i}: found`),
  lines('the same line', 320_000, () => 'the same line'),
  {
    name: 'rows of JSON',
    text: (share) =>
      JSON.stringify(
        Array.from({ length: Math.ceil(90_000 * share) }, (_, i) => ({
          id: `k${i * 7}`,
          name: `n${i % 99}`,
          price: i * 1.5,
        })),
      ),
  },
  { name: 'JSON 200,000 deep', text: (share) => nested(200_000 * share) },
]

/** JSON of nested lists. */
export function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}
