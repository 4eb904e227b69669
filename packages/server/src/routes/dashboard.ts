import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { INDEX, PAGE_FILES, readPageFile } from '../dashboard/files.ts'
import { pageHeaders } from '../dashboard/policy.ts'
import { ServiceError } from '../errors.ts'
import type { Operation } from '../openapi/operation.ts'
import { refusal } from '../openapi/own-operations.ts'

const PAGE = '/dashboard'

export const DASHBOARD_OPERATIONS: readonly Operation[] = [
  {
    method: 'GET',
    path: PAGE,
    name: 'getDashboard',
    summary: 'Get the dashboard, a page for the browser. It asks for the admin token or a key.',
    access: 'public',
    answers: { 200: { description: 'The page.', body: z.string(), contentType: 'text/html' } },
  },
  {
    method: 'GET',
    path: `${PAGE}/:file`,
    name: 'getDashboardFile',
    summary: 'Get a script or style of the dashboard.',
    access: 'public',
    answers: {
      200: { description: 'The file.', body: z.string(), contentType: 'text/javascript' },
      404: refusal('File not found.'),
    },
  },
]

/** `GET /dashboard`: a page and its scripts, public. The data that they show needs a token or a key. */
export function addDashboard(framework: FastifyInstance): void {
  const options = { config: { isFree: true } }
  framework.get(PAGE, options, (request, reply) => sendFile(INDEX, request, reply))
  framework.get<{ Params: { file: string } }>(`${PAGE}/:file`, options, (request, reply) => {
    const { file } = request.params
    if (!PAGE_FILES.includes(file)) throw new ServiceError('unknown_path')
    return sendFile(file, request, reply)
  })
}

let headers: Readonly<Record<string, string>> | undefined

function sendFile(name: string, { headers: asked }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const file = readPageFile(name)
  headers ??= pageHeaders(readPageFile(INDEX).bytes)
  reply.headers(headers).header('ETag', file.tag)
  if (asked['if-none-match'] === file.tag) return reply.code(304).send()
  return reply.type(file.type).send(file.bytes)
}
