import { COMMAND } from '../built-files.ts'
import { CLIENT_EXAMPLES } from '../config/client-examples.ts'
import type { Provider } from '../config/providers.ts'
import { PROVIDER_NAMES, PROVIDERS } from '../config/providers.ts'
import { OPERATOR_ACCOUNT } from '../gate/operator-account.ts'

/** The text after a start. `firstKey` is set only at the first start, `dataDirectory` only with SQLite. */
export function describeStart(options: {
  url: string
  places: { readonly dataDirectory: string | undefined; readonly settingsFile: string | undefined }
  firstKey: string | undefined
  providersWithKey: readonly Provider[]
}): string {
  const { url, places, firstKey, providersWithKey } = options
  const lines = ['', `Pleat is listening on ${url}`, `Dashboard: ${url}/dashboard`]
  lines.push(
    places.dataDirectory === undefined
      ? 'Database: PostgreSQL (PLEAT_DATABASE_URL)'
      : `Data directory: ${places.dataDirectory} (PLEAT_DATA_DIR)`,
  )
  lines.push(
    `Settings: the environment${places.settingsFile === undefined ? '; no .env in this folder' : ` and ${places.settingsFile}`}`,
  )
  lines.push('')
  if (firstKey === undefined) lines.push(`For a new key:  ${COMMAND} keys create --account NAME`)
  else lines.push(...describeFirstKey(url, firstKey))
  for (const provider of PROVIDER_NAMES) {
    if (!providersWithKey.includes(provider))
      lines.push('', ...describeMissing(provider, firstKey === undefined ? 'NAME' : OPERATOR_ACCOUNT))
  }
  return lines.join('\n')
}

function describeFirstKey(url: string, key: string): string[] {
  const lines = [
    'This is the first start. Here is the first key, for the account "default".',
    'Copy it now: it is not stored and cannot be shown again.',
    '',
    `  ${key}`,
  ]
  for (const provider of PROVIDER_NAMES) {
    const { request, clients } = CLIENT_EXAMPLES[provider]
    lines.push('', `Try ${PROVIDERS[provider].label} (response headers show the savings):`, '')
    lines.push(...indent(request(url, key)))
    for (const client of clients) lines.push('', `${client.name}:`, '', ...indent(client.lines(url, key)))
  }
  return lines
}

function describeMissing(provider: Provider, account: string): string[] {
  const { label, keyVariable } = PROVIDERS[provider]
  return [
    `${keyVariable} is not set. Requests for ${label} need it: set it in the environment or in .env and start again,`,
    'or store a key for the account:',
    `  ${COMMAND} accounts set-credential ${account} --provider ${provider}`,
  ]
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
