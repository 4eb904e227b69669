import { lstatSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFileWhole } from '../config/write-file-whole.ts'
import { SettingsError } from './settings-error.ts'

/** The current content of a settings file. */
export interface SettingsFile {
  readonly path: string
  /** Undefined if the file does not exist. */
  readonly bytes: Buffer | undefined
  /** The byte order mark; empty without one. */
  readonly mark: string
  /** The text after the byte order mark; empty if the file does not exist. */
  readonly text: string
  readonly mode: number
}

const MARK = '\ufeff'

/**
 * Reads a file that is to be changed. A symbolic link is followed, so that its target is changed and the link stays.
 * @throws {SettingsError} when it is not a file, cannot be read or is not UTF-8.
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
      // Writing would replace the link, and with it the path to the user's file.
      if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
        throw new SettingsError(
          `${path} is a symbolic link to a missing file; create the file or remove the link first`,
        )
      }
      return { path: target, bytes: undefined, mark: '', text: '', mode: 0o600 }
    }
    if (error instanceof SettingsError) throw error
    throw new SettingsError(`${path} cannot be read`, { cause: error })
  }
  const whole = bytes.toString('utf8')
  if (!Buffer.from(whole).equals(bytes)) throw new SettingsError(`${path} is not UTF-8`)
  const mark = whole.startsWith(MARK) ? MARK : ''
  return { path: target, bytes, mark, text: whole.slice(mark.length), mode }
}

/**
 * Checks that the owner may write to the file. A read-only file is respected, although the system would allow replacing it.
 * @throws {SettingsError} for a read-only file.
 */
export function checkWritable({ path, bytes, mode }: SettingsFile): void {
  if (bytes !== undefined && (mode & 0o200) === 0)
    throw new SettingsError(`${path} is read-only; make it writable first`)
}

/** Replaces the text and keeps the mode and the byte order mark. */
export function writeSettings(file: SettingsFile, text: string): void {
  checkWritable(file)
  writeFileWhole(file.path, `${file.mark}${text}`, file.mode)
}

/** Restores these bytes; undefined removes the file. */
export function restoreSettings(file: SettingsFile, bytes: Buffer | undefined): void {
  checkWritable(file)
  if (bytes === undefined) rmSync(file.path, { force: true })
  else writeFileWhole(file.path, bytes, file.mode)
}

/** The path without symbolic links. The path of a missing file is the one that it has when it exists. */
function realPath(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(realPath(folder), basename(path))
  }
}
