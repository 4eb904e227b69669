import type { z } from 'zod'

/** Who may call an operation: anybody, holders of a key, the operator with the admin token, or a scraper with the metrics token. */
export type Access = 'public' | 'key' | 'admin' | 'metrics'

/** One answer of an operation. */
export interface OperationAnswer {
  readonly description: string
  /** Absent for answers without a body, or with one that is the provider's. */
  readonly body?: z.ZodType
  /** `application/json` where nothing else is said. */
  readonly contentType?: string
}

/** What one path and method do: what the document of the API is made from, and what checks the input. */
export interface Operation {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** With parameters as the framework writes them: `/v1/models/:id`. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly access: Access
  /** Fields of the query, all of them strings. */
  readonly query?: z.ZodObject
  /** Request headers beside those of the key. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  readonly answers: Readonly<Record<number, OperationAnswer>>
}
