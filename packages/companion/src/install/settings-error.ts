/** A settings file is not what it should be, so it was left as it is. The message says what and where. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
