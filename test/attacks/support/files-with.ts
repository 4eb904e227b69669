import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

const PIECE_BYTES = 4 * 1024 * 1024

/** Files at or below `directory` whose bytes contain the ASCII `word`, and the total number of bytes read. */
export async function filesWith(
  directory: string,
  word: string,
): Promise<{ readonly found: readonly string[]; readonly bytes: number }> {
  const found: string[] = []
  let bytes = 0
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    let end = Buffer.alloc(0)
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
      bytes += (piece as Buffer).length
      // A word may begin in one piece and end in the next.
      const text = Buffer.concat([end, piece as Buffer])
      end = Buffer.from(text.subarray(-word.length + 1))
      if (!text.includes(word)) continue
      found.push(relative(directory, path))
      break
    }
  }
  return { found, bytes }
}
