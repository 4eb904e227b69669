import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** This server's own page about plans, for operators without one. */
const SIGNUP_PATH = '/signup'

const TEXT = `TUL 1.0 (POST /v1/tul1) needs a Pro plan, or a Free plan with a TUL 1.0 budget above 0. That budget
pays only for transcript views. Limits on the provider's bill are set for each key.

Ask the operator of this server for a plan or a budget. Commands for the operator:

  pleat-server accounts set-plan NAME pro
  pleat-server accounts add-budget NAME CENTS

Set PLEAT_SIGNUP_URL to use your own page.
`

/** `GET /signup`: public, in plain text. */
export function addSignup(framework: FastifyInstance): void {
  framework.get(SIGNUP_PATH, { config: { isFree: true } }, (_request, reply) => {
    return reply.type('text/plain; charset=utf-8').send(TEXT)
  })
}

/** The address for upgrading a plan: the operator's, or else this server's page at the address that the caller used. */
export function signupUrlFor(
  { host, signupUrl }: { readonly host: string; readonly signupUrl: string | undefined },
  socket: Pick<Socket, 'localAddress' | 'localPort'>,
): string {
  if (signupUrl !== undefined) return signupUrl
  // A wildcard listening address cannot be called, but the local end of the caller's connection can.
  const isAnywhere = host === '0.0.0.0' || host === '::'
  const name = (isAnywhere && socket.localAddress?.replace(/^::ffff:/, '')) || host
  return `http://${name.includes(':') ? `[${name}]` : name}:${socket.localPort ?? 80}${SIGNUP_PATH}`
}
