/** Whether the server has decided something of the conversation in this request, as far as a client can tell. */
export type Stepped = 'decided' | 'nothing decided'

/** A client of servers that are killed. */
export interface KillClient {
  /** Sends one request. Rejects with any other error than `WrongAnswer` when the server is gone. */
  step(url: string): Promise<Stepped>
}

/** A response that no client should get: the loop ends with it. */
export class WrongAnswer extends Error {}

/** The text of a response with this status. */
export async function textOf(response: Response, status = 200): Promise<string> {
  const text = await response.text()
  if (response.status !== status) throw new WrongAnswer(`answered ${response.status}: ${text}`)
  return text
}
