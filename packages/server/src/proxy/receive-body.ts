import { performance } from 'node:perf_hooks'
import { readBody, type UploadLimits } from '../gate/read-body.ts'
import type { Exchange } from './exchange.ts'

/** The request's body; how long the client took to send it is noted, since that is not our doing. */
export function receiveBody(exchange: Exchange, limits: UploadLimits): Promise<Buffer> | Buffer {
  const from = performance.now()
  // Only a client that passed the gate is told to go on and send.
  if (exchange.expectsContinue) exchange.response.writeContinue()
  const body = readBody(exchange.request, limits)
  if (Buffer.isBuffer(body)) return body
  return body.then((bytes) => {
    exchange.uploadMs = performance.now() - from
    return bytes
  })
}
