import type { IncomingMessage } from 'node:http'
import type { Provider } from '../config/providers.ts'
import { pathOf } from '../gate/request-target.ts'

const LIST = '/v1/models'

/** True if the request asks for the list of models. */
export function isModelList(request: IncomingMessage): boolean {
  return request.method === 'GET' && pathOf(request.url) === LIST
}

/** The model that a path is about. */
export function modelInPath(request: IncomingMessage): string | undefined {
  const path = pathOf(request.url)
  // Checked to be encoded well when the request came in.
  return path.startsWith(`${LIST}/`) ? decodeURIComponent(path.slice(LIST.length + 1)) : undefined
}

/** Paths whose bodies are files, or many requests at once: they name no model where it could be found. */
const WITHOUT_MODEL = /^\/v1\/(?:containers|files|messages\/batches|skills|uploads)(?:\/|$)/

/** True if the body may name a model. */
export function mayNameModel(request: IncomingMessage): boolean {
  return !WITHOUT_MODEL.test(pathOf(request.url))
}

/** How a provider cuts its list of models into pages; undefined where the list is whole. */
export const MODEL_PAGES: Readonly<Record<Provider, { readonly usual: number; readonly most: number } | undefined>> = {
  openai: undefined,
  anthropic: { usual: 20, most: 1000 },
}
