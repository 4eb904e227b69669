/** A settings file cannot be changed safely. The message gives the reason; `plan` adds the path. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}
