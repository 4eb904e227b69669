import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Provider } from '../ports.ts'
import { ConfigError } from './config-error.ts'
import { dataDirectoryError, openDataDirectory } from './data-directory.ts'
import { presentVariables, SECRET_SETTINGS } from './variables.ts'

/** What must never be logged, printed or sent to anyone but its owner. */
export interface Secrets {
  /** The server's own keys at the providers; absent where it has none. */
  readonly providerKeys: Readonly<Partial<Record<Provider, string>>>
  /** Encrypts the accounts' credentials at rest. */
  readonly sealingSecret: string
  /** Opens the admin API; without one it is closed. */
  readonly adminToken?: string
  /** Proxies on the way to the providers; their addresses may hold passwords. */
  readonly proxy?: ProxyAddresses
}

/** The proxy for origins of each scheme, and the hosts that are reached without one. */
export interface ProxyAddresses {
  readonly http: string | undefined
  /** Absent: the proxy for http. */
  readonly https: string | undefined
  /** Separated by commas or spaces. */
  readonly none: string | undefined
}

const SECRETS = z.object(SECRET_SETTINGS)

/**
 * The secrets in `record`; without PLEAT_SECRET the one in the data directory, which is made the first time.
 * @throws {ConfigError} naming what is wrong, never the value.
 */
export function readSecrets(record: Readonly<Record<string, string | undefined>>, dataDir: string): Secrets {
  const parsed = SECRETS.safeParse(presentVariables(record))
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`))
  }
  const { OPENAI_API_KEY: openai, ANTHROPIC_API_KEY: anthropic, PLEAT_SECRET: given } = parsed.data
  const { PLEAT_ADMIN_TOKEN: adminToken } = parsed.data
  return {
    providerKeys: { ...(openai && { openai }), ...(anthropic && { anthropic }) },
    sealingSecret: given ?? storedSecret(dataDir),
    ...(adminToken !== undefined && { adminToken }),
    ...proxyOf(parsed.data),
  }
}

/** The lower case of a name counts before the upper, as in curl and undici. */
function proxyOf(variables: z.infer<typeof SECRETS>): { proxy?: ProxyAddresses } {
  const http = variables.http_proxy ?? variables.HTTP_PROXY
  const https = variables.https_proxy ?? variables.HTTPS_PROXY
  if (http === undefined && https === undefined) return {}
  return { proxy: { http, https, none: variables.no_proxy ?? variables.NO_PROXY } }
}

function storedSecret(dataDir: string): string {
  const directory = openDataDirectory(dataDir)
  const path = join(directory, 'secret')
  try {
    const stored = readIfThere(path) ?? createSecret(path)
    if (stored.length < 16) throw new Error('the file "secret" in it is shorter than 16 characters')
    return stored
  } catch (cause) {
    throw dataDirectoryError(directory, cause)
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Written whole under another name and then linked, so that of two processes one wins and none reads half a secret. */
function createSecret(path: string): string {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, `${randomBytes(32).toString('base64url')}\n`)
    fsyncSync(file)
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    closeSync(file)
    rmSync(draft, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
