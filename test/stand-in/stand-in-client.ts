import { STAND_IN_KEYS } from './credentials.ts'
import type { StandIn } from './start-stand-in.ts'

/** Posts to the chat completions API of the stand-in with the right key. */
export function postChat(standIn: StandIn, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${standIn.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${STAND_IN_KEYS.openai}`, ...headers },
    body: JSON.stringify(body),
  })
}

/** Posts to the messages API of the stand-in with the right key. */
export function postMessages(standIn: StandIn, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${standIn.url}/v1/messages`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      'x-api-key': STAND_IN_KEYS.anthropic,
      ...headers,
    },
    body: JSON.stringify(body),
  })
}

/** Posts to the Responses API of the stand-in with the right key. */
export function postResponses(standIn: StandIn, body: object): Promise<Response> {
  return fetch(`${standIn.url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${STAND_IN_KEYS.openai}` },
    body: JSON.stringify(body),
  })
}

/** Status and message of an error in either format; the message is empty for other responses. */
export async function refusalOf(response: Response): Promise<{ status: number; message: string }> {
  const value = (await response.json()) as { error?: { message?: string } }
  return { status: response.status, message: value.error?.message ?? '' }
}
