import { z } from 'zod'
import { VERSION } from '../config/version.ts'
import { ERROR_BODY } from './field.ts'
import type { Access, Operation, OperationAnswer } from './operation.ts'

const ERRORS: Readonly<Record<number, OperationAnswer>> = {
  429: { description: 'Too many requests in this minute.', body: ERROR_BODY },
  500: { description: 'The server failed to handle the request.', body: ERROR_BODY },
}

const RATE_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const

const SCHEMES: Readonly<Record<Access, readonly object[]>> = {
  public: [],
  // Either of the two headers.
  key: [{ key: [] }, { apiKey: [] }],
  admin: [{ adminToken: [] }],
  metrics: [{ metricsToken: [] }],
}

/** The OpenAPI 3.1 document of `operations`. Its schemas are generated from those that validate the input. */
export function apiDocument(operations: readonly Operation[]): object {
  const components = new Map<string, object>()
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][operation.method.toLowerCase()] = describeOperation(operation, components)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Pleat',
      version: VERSION,
      description:
        'A compression proxy for language-model conversations. Money is in cents, or in US dollars in fields that end in `usd`. Times are UTC, and every response has the three X-RateLimit headers.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([left], [right]) => (left < right ? -1 : 1))),
      headers: Object.fromEntries(RATE_HEADERS.map((name) => [name, { schema: { type: 'integer' } }])),
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'A Pleat key (pleat_...).' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'The same key.' },
        adminToken: { type: 'http', scheme: 'bearer', description: 'PLEAT_ADMIN_TOKEN.' },
        metricsToken: { type: 'http', scheme: 'bearer', description: 'PLEAT_METRICS_TOKEN.' },
      },
    },
  }
}

function describeOperation(operation: Operation, components: Map<string, object>): object {
  const { name, summary, access, body, answers } = operation
  const parameters = [
    ...[...operation.path.matchAll(/:(\w+)/g)].map(([, name]) => pathParameter(name!)),
    ...parametersOf('query', operation.query),
    ...parametersOf('header', operation.headers),
  ]
  const described = Object.entries({ ...answers, ...ERRORS }).map(([status, answer]) => [
    status,
    describeAnswer(answer, components),
  ])
  return {
    operationId: name,
    summary,
    security: SCHEMES[access],
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input', components) } } },
    }),
    responses: Object.fromEntries(described),
  }
}

function describeAnswer({ description, body, contentType }: OperationAnswer, components: Map<string, object>): object {
  const headers = Object.fromEntries(RATE_HEADERS.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
  const schema = body && schemaOf(body, 'output', components)
  return { description, headers, ...(schema && { content: { [contentType ?? 'application/json']: { schema } } }) }
}

function pathParameter(name: string): object {
  return { name, in: 'path', required: true, schema: { type: 'string' } }
}

function parametersOf(place: 'query' | 'header', fields: z.ZodObject | undefined): object[] {
  if (!fields) return []
  const { properties = {}, required = [] } = z.toJSONSchema(fields, { io: 'input' })
  return Object.entries(properties).map(([name, schema]) => {
    const { description, ...rest } = schema as { description?: string }
    return { name, in: place, required: required.includes(name), ...(description && { description }), schema: rest }
  })
}

/** Moves schemas with an id to `components`, and returns a schema that refers to them. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Map<string, object>): object {
  const { $schema: _, $defs, ...rest } = z.toJSONSchema(schema, { io, reused: 'inline' })
  for (const [name, definition] of Object.entries($defs ?? {})) components.set(name, moveReferences(definition))
  const { id } = rest
  if (id === undefined) return moveReferences(rest)
  components.set(id, moveReferences(rest))
  return { $ref: `#/components/schemas/${id}` }
}

function moveReferences(schema: object): object {
  const { id: _, ...rest } = JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    id?: string
  }
  return rest
}
