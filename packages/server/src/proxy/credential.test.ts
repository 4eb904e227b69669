import { expect, test } from 'vitest'
import type { UpstreamRoute } from '../config/upstream-route.ts'
import { CredentialError } from '../money/credentials.ts'
import { findCredential } from './credential.ts'
import type { Exchange } from './exchange.ts'

const exchange = { request: { headers: {} }, caller: { accountId: 'a' } } as unknown as Exchange
const upstream = { name: 'openai', api: 'openai', hasKey: true } as UpstreamRoute

test.each([
  ['is missing', async () => undefined, undefined],
  ['does not open', () => Promise.reject(new CredentialError()), 'sk-server'],
])('the error for an account whose key %s names the remedy, and no other key is used', async (_, find, openai) => {
  const deps = { secrets: { providerKeys: openai === undefined ? {} : { openai } }, credentials: { find } }
  await expect(findCredential(deps, exchange, upstream)).rejects.toMatchObject({
    code: 'credential_missing',
    message: expect.stringMatching(/ set .+, or send one as X-Service-Provider-Key\.$/),
  })
})
