import type { IncomingMessage } from 'node:http'
import type { Provider } from '../config/providers.ts'
import { pathOf } from '../gate/request-target.ts'

const LIST = '/v1/models'

/** True if the request asks for the list of models. */
export function isModelList(request: IncomingMessage): boolean {
  return request.method === 'GET' && pathOf(request.url) === LIST
}

/** The model in the path `/v1/models/{model}`. */
export function modelInPath(request: IncomingMessage): string | undefined {
  const path = pathOf(request.url)
  // The encoding was checked when the request arrived.
  return path.startsWith(`${LIST}/`) ? decodeURIComponent(path.slice(LIST.length + 1)) : undefined
}

/** Paths whose bodies are files, or many requests at once. Such a body has no single field with a model. */
const WITHOUT_MODEL = /^\/v1\/(?:containers|files|messages\/batches|skills|uploads)(?:\/|$)/

/** True if the body may name a model. */
export function mayNameModel(request: IncomingMessage): boolean {
  return !WITHOUT_MODEL.test(pathOf(request.url))
}

/** Default and largest page size of the list of models; undefined if the list has no pages. */
export const MODEL_PAGES: Readonly<Record<Provider, { readonly usual: number; readonly most: number } | undefined>> = {
  openai: undefined,
  anthropic: { usual: 20, most: 1000 },
}
