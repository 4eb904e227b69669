import type { IncomingHttpHeaders } from 'node:http'
import { type Savings, savingsIn } from './savings.ts'
import { send, type WireResponse } from './wire.ts'

export type Item = { readonly [member: string]: unknown }

/** A Responses API request and its response. */
export interface Exchanged {
  readonly given: string
  readonly response: WireResponse
  readonly savings: Savings
  readonly output: readonly Item[]
}

export interface AskOptions {
  readonly url: string
  readonly key: string
  readonly fields?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Posts `input` with these fields and reads the items of the response, streamed or not. */
export async function ask(input: unknown, { url, key, fields = {}, headers = {} }: AskOptions): Promise<Exchanged> {
  const given = JSON.stringify({ model: 'gpt-5', store: false, ...fields, input })
  const response = await send(`${url}/v1/responses`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: given,
  })
  return { given, response, savings: savingsIn(response.headers), output: outputOf(response) }
}

function outputOf({ status, headers, body }: WireResponse): readonly Item[] {
  if (status !== 200) return []
  const text = body.toString('utf8')
  const json = isStream(headers) ? lastEvent(text) : JSON.parse(text)
  return (json as { readonly output: readonly Item[] }).output
}

function isStream(headers: IncomingHttpHeaders): boolean {
  return String(headers['content-type']).includes('text/event-stream')
}

function lastEvent(text: string): unknown {
  const line = text.split('\n').findLast((each) => each.startsWith('data: ')) ?? ''
  return (JSON.parse(line.slice('data: '.length)) as { readonly response: unknown }).response
}
