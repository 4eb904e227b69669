import { type ClientRequest, request } from 'node:http'

/** Sends a request whose client may disconnect. */
export function begin(url: string, key: string, body: object): ClientRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const asked = request(url, { method: 'POST', agent: false, headers })
  asked.on('error', () => {})
  asked.end(JSON.stringify(body))
  return asked
}
