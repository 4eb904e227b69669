/** A settings file cannot be changed safely. The message names the file and the reason. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
