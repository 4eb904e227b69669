/** The server's own address, including the path of a proxy in front of it. */
const BASE = new URL('../', import.meta.url)

/** A response that is an error, or a missing response (status 0). */
export class Refused extends Error {
  constructor(status, message) {
    super(message)
    this.status = status
  }
}

/** Sends requests to the server with `token`, and never to another address. */
async function ask(token, method, path, { body, headers } = {}) {
  const answer = await fetch(new URL(path, BASE), {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    credentials: 'omit',
    cache: 'no-store',
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch(() => {
    throw new Refused(0, 'The server does not respond.')
  })
  const content = await answer.json().catch(() => undefined)
  if (answer.ok) return content
  throw new Refused(answer.status, content?.error?.message ?? `The server answered ${answer.status}.`)
}

const segment = encodeURIComponent

/**
 * Signs in with `token`: returns the operations that it allows.
 * @throws {Refused} when it is neither an admin token nor a key.
 */
export async function signIn(token) {
  // The token contains characters that are invalid in a header.
  if (!/^[\x21-\x7e]+$/.test(token)) throw new Refused(401, 'Neither an admin token nor a key of this server.')
  // Every wrong guess counts against the rate limit, so the likelier kind is tried first.
  const roles = token.startsWith('pleat_') ? ['key', 'admin'] : ['admin', 'key']
  for (const role of roles) if (await opens(token, role)) return createApi(token, role)
  throw new Refused(401, 'Neither an admin token nor a key of this server.')
}

async function opens(token, role) {
  try {
    await ask(token, 'GET', role === 'admin' ? 'admin/v1/status' : 'v1/account')
    return true
  } catch (error) {
    // 404: the operator has not enabled the admin API.
    if (error.status === 401 || error.status === 404) return false
    throw error
  }
}

/** The operations that `token` allows. A key reads its own account; the admin token reads and changes all. */
export function createApi(token, role) {
  const isAdmin = role === 'admin'
  const own = isAdmin ? 'admin/v1' : 'v1/account'
  const get = (path) => ask(token, 'GET', path)
  return {
    role,
    token,
    status: () => (isAdmin ? get('admin/v1/status') : get('v1/health')),
    account: () => get('v1/account'),
    usage: async (fromDay) => (await get(`${own}/usage?from_day=${fromDay}`)).usage,
    activity: () => get(`${own}/activity`),
    sessions: async () => (await get(`${own}/sessions?limit=1000`)).sessions,
    session: (id, account) => get(`${own}/sessions/${segment(id)}?tags=600${ofAccount(isAdmin, account)}`),
    turns: async (id, account) =>
      (await get(`${own}/sessions/${segment(id)}/turns?${ofAccount(isAdmin, account).slice(1)}`)).turns,
    compress: (format, body) =>
      ask(token, 'POST', isAdmin ? `admin/v1/compress?format=${format}` : `v1/compress?dry_run=true&format=${format}`, {
        body,
      }),
    ledger: async (account) =>
      (await get(isAdmin ? `admin/v1/accounts/${segment(account)}/ledger?limit=1000` : 'v1/account/ledger?limit=1000'))
        .entries,
    holdout: (days, detect) => get(`admin/v1/holdout?days=${days}&detect=${detect}`),
    accounts: async () => (await get('admin/v1/accounts')).accounts,
    createAccount: (fields) => ask(token, 'POST', 'admin/v1/accounts', { body: fields }),
    setPlan: (account, plan) => ask(token, 'PATCH', `admin/v1/accounts/${segment(account)}`, { body: { plan } }),
    addBudget: (account, add_cents, onceKey) => addOnce(token, account, 'budget', { add_cents }, onceKey),
    settle: (account, settle_cents, onceKey) => addOnce(token, account, 'settlements', { settle_cents }, onceKey),
    keys: async () => (await get('admin/v1/keys')).keys,
    createKey: (fields) => ask(token, 'POST', 'admin/v1/keys', { body: fields }),
    changeKey: (id, fields) => ask(token, 'PATCH', `admin/v1/keys/${segment(id)}`, { body: fields }),
    blockKey: (id) => ask(token, 'POST', `admin/v1/keys/${segment(id)}/block`),
    unblockKey: (id) => ask(token, 'POST', `admin/v1/keys/${segment(id)}/unblock`),
    rotateKey: (id, grace_seconds) =>
      ask(token, 'POST', `admin/v1/keys/${segment(id)}/rotations`, { body: { grace_seconds } }),
    revokeKey: (id) => ask(token, 'DELETE', `admin/v1/keys/${segment(id)}`),
  }
}

function ofAccount(isAdmin, account) {
  return isAdmin && account ? `&account=${segment(account)}` : ''
}

/** A new idempotency key. */
export function createOnceKey() {
  // Only pages from a secure origin have `randomUUID`; the dashboard may be reached over plain HTTP.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Adds money once for each `onceKey`, even if the request is sent again. */
function addOnce(token, account, what, body, onceKey) {
  return ask(token, 'POST', `admin/v1/accounts/${segment(account)}/${what}`, {
    body,
    headers: { 'idempotency-key': onceKey },
  })
}
