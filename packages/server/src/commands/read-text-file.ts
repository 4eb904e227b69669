import { readFileSync } from 'node:fs'

/**
 * The text of a file that the user has named.
 * @throws {Error} when it does not exist or cannot be read. The message contains the path.
 */
export function readTextFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(code === 'ENOENT' ? `${path} does not exist` : `${path} cannot be read (${code})`, { cause: error })
  }
}
