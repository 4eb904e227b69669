import { readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { writeFileWhole } from '../config/write-file-whole.ts'
import { SettingsError } from './settings-error.ts'

/** A settings file as it is now. */
export interface SettingsFile {
  readonly path: string
  /** Undefined when there is no such file. */
  readonly bytes: Buffer | undefined
  /** Its text without a byte order mark; empty when there is no such file. */
  readonly text: string
  readonly mode: number
}

const MARK = '\ufeff'

/**
 * Reads a file that is to be changed. A link is followed, so that what it points to is changed and the link stays.
 * @throws {SettingsError} when it is no file, cannot be read, is not UTF-8, or nobody may write to it.
 */
export function readSettingsFile(path: string): SettingsFile {
  const target = realPath(path)
  let bytes: Buffer
  let mode: number
  try {
    const stat = statSync(target)
    if (!stat.isFile()) throw new SettingsError(`${path} is not a file`)
    mode = stat.mode & 0o777
    bytes = readFileSync(target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
      return { path: target, bytes: undefined, text: '', mode: 0o600 }
    }
    if (error instanceof SettingsError) throw error
    throw new SettingsError(`${path} cannot be read`, { cause: error })
  }
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) throw new SettingsError(`${path} is not UTF-8`)
  return { path: target, bytes, text: text.startsWith(MARK) ? text.slice(1) : text, mode }
}

/**
 * Whether it may be changed, said by its mode: an owner who took the right to write away meant it, even if the system
 * would let the user replace the file.
 * @throws {SettingsError}
 */
export function checkWritable({ path, bytes, mode }: SettingsFile): void {
  if (bytes !== undefined && (mode & 0o200) === 0) throw new SettingsError(`${path} is read-only`)
}

/** Writes the text in place of the old, with its mode and its byte order mark. */
export function writeSettings(file: SettingsFile, text: string): void {
  checkWritable(file)
  const hasMark = file.bytes?.toString('utf8', 0, 3) === MARK
  writeFileWhole(file.path, `${hasMark ? MARK : ''}${text}`, file.mode)
}

/** Puts back exactly these bytes; undefined: there was no file. */
export function restoreSettings(file: SettingsFile, bytes: Buffer | undefined): void {
  checkWritable(file)
  if (bytes === undefined) rmSync(file.path, { force: true })
  else writeFileWhole(file.path, bytes, file.mode)
}

function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
