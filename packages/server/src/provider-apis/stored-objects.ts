import type { Provider } from '../config/providers.ts'

/** A kind of object that a provider stores under the key that created it. */
export interface Collection {
  /** The path below `/v1`, without a slash at either end. */
  readonly path: string
  /** The provider's error for an object that does not exist. */
  readonly notFound: (id: string) => string
  /** Path segments after the path that are not ids, with the fields of the response that name a new object. */
  readonly actions: Readonly<Record<string, readonly string[]>>
  /** Fields of an object that name further objects that the provider created for it. */
  readonly fields: readonly string[]
  /** Field of a listed object with the id of the object that decides its owner. */
  readonly owner: string
}

/**
 * Each conversation body with a reference contains a match: the name of a field, an escape that could hide one, or a zero
 * byte, as in UTF-16. Some upstreams ignore the case of names.
 */
export const REFERENCE_FIELD =
  /"(?:file_ids?|previous_response_id|conversation|vector_store_ids|container|skill_id|user_profile_id)"|\\u00|\0/i

/** Longest match of `REFERENCE_FIELD`. */
export const MAX_FIELD_CHARACTERS = '"previous_response_id"'.length

/** The effect of a request on the objects of a provider's account. */
export type ObjectUse =
  /** No stored object, or none that this server knows. The segments of the path may still be ids. */
  | { readonly kind: 'other'; readonly segments: readonly string[] }
  /** The request concerns the provider's account as a whole. */
  | { readonly kind: 'account' }
  /** The response names new objects in `fields`. */
  | { readonly kind: 'create'; readonly fields: readonly string[] }
  | { readonly kind: 'list'; readonly collection: Collection }
  /** `isWhole`: the request concerns the object itself, and not a part of it. */
  | { readonly kind: 'object'; readonly collection: Collection; readonly id: string; readonly isWhole: boolean }

const ID: readonly string[] = ['id']

/** The form of the ids that providers create, and that a body may refer to. */
export const REFERENCE =
  /(?<![A-Za-z0-9])(?:agent|asst|batch|cfile|cntr|conv|depl|drm|drun|env|eval|file|ftjob|memstore|msgbatch|resp|sesn|skill|thread|tnl|upload|uprof|video|vlt|vs)[-_][\w-]{6,200}/g

/** Longest match of `REFERENCE`, with the longest prefix. */
export const MAX_REFERENCE_CHARACTERS = 'memstore_'.length + 200

function collection(path: string, notFound: Collection['notFound'], more: Partial<Collection> = {}): Collection {
  return { path, notFound, actions: {}, fields: [], owner: 'id', ...more }
}

const named = (noun: string) => (id: string) => `No ${noun} found with id '${id}'.`
const missing = (noun: string) => (id: string) => `${noun} with id '${id}' not found.`

const COLLECTIONS: Readonly<Record<Provider, readonly Collection[]>> = {
  openai: [
    collection('assistants', named('assistant')),
    collection('batches', named('batch'), { fields: ['output_file_id', 'error_file_id'] }),
    collection('chat/completions', missing('Chat completion')),
    collection('containers', missing('Container')),
    collection('conversations', missing('Conversation')),
    collection('evals', missing('Eval')),
    collection('files', (id) => `No such File object: ${id}`),
    collection('fine_tuning/jobs', (id) => `Could not find fine tune: ${id}`, { fields: ['result_files'] }),
    collection('responses', missing('Response'), { actions: { compact: [], input_tokens: [] } }),
    collection('skills', missing('Skill')),
    collection('threads', named('thread'), { actions: { runs: ['thread_id'] } }),
    collection('uploads', missing('Upload'), { fields: ['file.id'] }),
    collection('vector_stores', named('vector store')),
    // A remix of a video is a new video.
    collection('videos', missing('Video'), { fields: ID }),
  ],
  anthropic: [
    collection('agents', missing('Agent')),
    // The provider also creates runs by a schedule.
    collection('deployment_runs', missing('Deployment run'), { owner: 'deployment_id', fields: [...ID, 'session_id'] }),
    // The response to `run` is a run with its session.
    collection('deployments', missing('Deployment'), { fields: [...ID, 'session_id'] }),
    collection('dreams', missing('Dream'), { fields: ['session_id'] }),
    collection('environments', missing('Environment')),
    collection('files', (id) => `File not found: ${id}`),
    collection('memory_stores', missing('Memory store')),
    collection('messages/batches', missing('Message batch')),
    collection('sessions', missing('Session')),
    collection('skills', missing('Skill')),
    collection('tunnels', missing('Tunnel')),
    collection('user_profiles', missing('User profile')),
    collection('vaults', missing('Vault')),
  ],
}

/** Paths about the account itself, and paths that return its credentials. */
const OF_THE_ACCOUNT: Readonly<Record<Provider, readonly string[]>> = {
  openai: ['chatkit', 'fine_tuning/checkpoints', 'organization', 'projects', 'realtime'],
  anthropic: ['organizations'],
}

/** The effect of `method` on a path below `/v1`. Encoded slashes count as slashes, since the provider may decode them. */
export function findObjectUse(provider: Provider, method: string, path: string): ObjectUse {
  const segments = decodeURIComponent(path).split('/').slice(2)
  const below = segments.join('/').toLowerCase()
  if (OF_THE_ACCOUNT[provider].some((prefix) => isWithin(prefix, below))) return { kind: 'account' }
  if (method === 'DELETE' && segments[0]?.toLowerCase() === 'models') return { kind: 'account' }
  const found = COLLECTIONS[provider].find((each) => isWithin(each.path, below))
  if (!found) return { kind: 'other', segments }
  const depth = found.path.split('/').length
  const id = segments[depth]
  if (id === undefined && method === 'GET') return { kind: 'list', collection: found }
  if (id === undefined) return { kind: 'create', fields: ID }
  const made = Object.hasOwn(found.actions, id) ? found.actions[id] : undefined
  if (made) return { kind: 'create', fields: made }
  return { kind: 'object', collection: found, id, isWhole: segments.length === depth + 1 }
}

/** Query parameters with the id of the object after which, or before which, a page of a list begins. */
export const CURSORS: Readonly<Record<Provider, { readonly after: string; readonly before: string }>> = {
  openai: { after: 'after', before: 'before' },
  anthropic: { after: 'after_id', before: 'before_id' },
}

/** The paths of all collections, for log patterns without values. */
export const COLLECTION_PATHS: readonly string[] = Object.values(COLLECTIONS).flatMap((list) =>
  list.map(({ path }) => path),
)

function isWithin(prefix: string, path: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}
