import { z } from 'zod'
import type { Operation, OperationAnswer } from './operation.ts'

const MESSAGES = z.array(z.looseObject({ role: z.string(), content: z.unknown() }))

/** Bodies are the providers' own. Only the fields that this server reads are described. */
const CHAT_REQUEST = z
  .looseObject({ model: z.string(), messages: MESSAGES })
  .meta({ id: 'ChatCompletionRequest', description: "The chat-completions API's own request." })
const MESSAGES_REQUEST = z
  .looseObject({ model: z.string(), max_tokens: z.int(), messages: MESSAGES })
  .meta({ id: 'MessagesRequest', description: "The messages API's own request." })
const RESPONSES_REQUEST = z
  .looseObject({ model: z.string().optional(), input: z.unknown() })
  .meta({ id: 'ResponseRequest', description: "The Responses API's own request." })

export const SESSION_HEADERS = z.object({
  'X-Session-Id': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/)
    .optional()
    .describe(
      'Name of the conversation. Without it, client headers and the content identify the conversation, or an id is generated.',
    ),
  'X-Service-Compression': z.literal('off').optional().describe('Sends this request unchanged.'),
  'X-Service-Objective': z
    .enum(['tokens', 'cost'])
    .optional()
    .describe(
      "`tokens` (default) folds while the bill stays within its bound; `cost` folds only if the fold soon earns back its cost at the prices of the provider's cache.",
    ),
})

/** `:path` is the rest of a path, slashes included. */
export const PASS_THROUGH_PATH = '/v1/:path'

/** The provider's response, whose errors keep their status and body, and this server's own errors. */
const PASSED_ON: Readonly<Record<number, OperationAnswer>> = {
  200: { description: "The provider's response, byte for byte.", body: z.unknown() },
  400: {
    description: "The body is not JSON, or the provider refused it; in the provider's error format.",
    body: z.unknown(),
  },
  401: { description: "The key is missing, not valid or expired; in the provider's error format.", body: z.unknown() },
  402: {
    description:
      "The key has reached its spending limit; the message has the amount spent and the time of the reset; in the provider's error format.",
    body: z.unknown(),
  },
  403: {
    description:
      "The key is blocked, or may not use this model, or may not send background responses or requests without a known price; in the provider's error format.",
    body: z.unknown(),
  },
  502: { description: "Could not connect to the provider; in the provider's error format.", body: z.unknown() },
  503: {
    description:
      "The server has no key for the provider, is overloaded, cannot read its data or is shutting down; in the provider's error format.",
    body: z.unknown(),
  },
  504: { description: "The provider did not respond in time; in the provider's error format.", body: z.unknown() },
}

/** The responses of endpoints whose request body this server reads. */
const FOLDED: Readonly<Record<number, OperationAnswer>> = {
  ...PASSED_ON,
  413: { description: "The body is larger than PLEAT_MAX_BODY_MB; in the provider's error format.", body: z.unknown() },
  415: { description: "The body is not application/json; in the provider's error format.", body: z.unknown() },
}

/** Without HEAD, which is implied by GET. */
const PASSED_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

/** Every other path of a provider, of any number of segments. */
const PASSED_THROUGH: readonly Operation[] = PASSED_METHODS.map((method) => ({
  method,
  path: PASS_THROUGH_PATH,
  name: `passThrough${method}`,
  summary:
    "Call any other path of the provider's API: embeddings, files, images, audio, batches and so on; passed through with any body.",
  access: 'key',
  answers: {
    ...PASSED_ON,
    404: {
      description:
        "The provider has no such path or object, PLEAT_PASS_THROUGH does not open the path, or the object belongs to another account; in the provider's error format.",
      body: z.unknown(),
    },
    413: { description: 'The body is larger than PLEAT_MAX_PASS_THROUGH_MB.', body: z.unknown() },
  },
}))

/** The folded endpoints of the providers' APIs, and the passed-through paths. */
export const PROVIDER_OPERATIONS: readonly Operation[] = [
  {
    method: 'POST',
    path: '/v1/chat/completions',
    name: 'createChatCompletion',
    summary: 'Create a chat completion. The older part of the conversation is folded.',
    access: 'key',
    headers: SESSION_HEADERS,
    body: CHAT_REQUEST,
    answers: FOLDED,
  },
  {
    method: 'POST',
    path: '/v1/responses',
    name: 'createResponse',
    summary: 'Create a model response. The older part of the conversation is folded if the request contains all of it.',
    access: 'key',
    headers: SESSION_HEADERS,
    body: RESPONSES_REQUEST,
    answers: FOLDED,
  },
  {
    method: 'POST',
    path: '/v1/messages',
    name: 'createMessage',
    summary: 'Create a message. The older part of the conversation is folded.',
    access: 'key',
    headers: SESSION_HEADERS,
    body: MESSAGES_REQUEST,
    answers: FOLDED,
  },
  {
    method: 'POST',
    path: '/v1/messages/count_tokens',
    name: 'countTokens',
    summary: "Count the tokens of the client's request; passed through.",
    access: 'key',
    body: z.looseObject({ model: z.string(), messages: MESSAGES }).meta({ id: 'CountTokensRequest' }),
    answers: PASSED_ON,
  },
  {
    method: 'GET',
    path: '/v1/models',
    name: 'listModels',
    summary:
      "List the provider's models; passed through. With PLEAT_UPSTREAMS, the models of each upstream whose requests go there.",
    access: 'key',
    answers: PASSED_ON,
  },
  {
    method: 'GET',
    path: '/v1/models/:id',
    name: 'getModel',
    summary: "Get one of the provider's models; passed through.",
    access: 'key',
    answers: PASSED_ON,
  },
  {
    method: 'HEAD',
    path: '/api/hello',
    name: 'hello',
    summary: 'Check that the server is reachable. Passed through if the request has a valid key.',
    access: 'public',
    answers: { 200: { description: 'The server is reachable.' } },
  },
  ...PASSED_THROUGH,
]
