import type { z } from 'zod'

/** The authentication of an operation: none, a key, the admin token, or the metrics token. */
export type Access = 'public' | 'key' | 'admin' | 'metrics'

/** One response of an operation. */
export interface OperationAnswer {
  readonly description: string
  /** Absent for a response without a body, or with the provider's body. */
  readonly body?: z.ZodType
  /** Default: `application/json`. */
  readonly contentType?: string
}

/** One path and method. The API document is generated from it, and its schemas validate the input. */
export interface Operation {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
  /** The path with parameters in the framework's syntax: `/v1/models/:id`. */
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly access: Access
  /** Fields of the query; all are strings. */
  readonly query?: z.ZodObject
  /** Request headers besides those of the key. */
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  readonly answers: Readonly<Record<number, OperationAnswer>>
}
