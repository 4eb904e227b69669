import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as tick } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { ServiceError } from '../errors.ts'
import type { StreamedBody } from './streamed-body.ts'
import { type BodyInspector, passedBody } from './streamed-body.ts'

const LIMITS = { maxPassThroughBytes: 1024 * 1024, stalledUploadMs: 50 }

/** A request whose body a test writes. */
function openRequest(headers: Record<string, string> = { 'transfer-encoding': 'chunked' }) {
  const stream = new PassThrough({ highWaterMark: 1 })
  const request = Object.assign(stream, { headers, complete: false }) as unknown as IncomingMessage & PassThrough
  stream.on('end', () => {
    request.complete = true
  })
  return request
}

const open = (request: IncomingMessage, inspector?: BodyInspector): Readable =>
  (passedBody(request, LIMITS, inspector && (() => inspector)) as StreamedBody).open()

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const chunk of stream) text += chunk
  return text
}

describe('a body that is passed on', () => {
  test('is undefined if none is announced, and a buffer if it has arrived', () => {
    expect(passedBody(openRequest({}), LIMITS)).toBeUndefined()
    expect(passedBody(openRequest({ 'content-length': '0' }), LIMITS)).toBeUndefined()
    const request = openRequest({ 'content-length': '2' })
    request.write('{}')
    expect(String(passedBody(request, LIMITS))).toBe('{}')
  })

  test('streams completely, and can be opened again until it is read', async () => {
    const request = openRequest()
    const body = passedBody(request, LIMITS) as StreamedBody
    body.open().destroy()
    const text = textOf(body.open())
    request.write('one ')
    await tick()
    request.end('two')
    expect(await text).toBe('one two')
  })

  test('is read no faster than its reader reads', async () => {
    const request = openRequest()
    const upload = open(request)
    upload.on('data', () => upload.pause())
    let written = 0
    for (let i = 0; i < 100; i++) request.write(Buffer.alloc(16 * 1024), () => written++)
    await tick()
    await new Promise((resolve) => setTimeout(resolve, 120))
    // The pause of the reader must not count as a stalled client.
    expect([written < 20, upload.errored]).toEqual([true, null])
  })

  test('fails when the client stalls or sends too much', async () => {
    await expect(textOf(open(openRequest()))).rejects.toMatchObject({ code: 'upload_timeout' })
    const request = openRequest()
    const text = textOf(open(request))
    request.write(Buffer.alloc(1024 * 1024 + 1))
    await expect(text).rejects.toMatchObject({ code: 'body_too_large' })
  })

  test('does not end when the client disconnects', async () => {
    const request = openRequest()
    const upload = open(request)
    const ended = vi.fn()
    upload.on('end', ended).on('error', ended).resume()
    request.write('half')
    await tick()
    request.destroy()
    await new Promise((resolve) => setTimeout(resolve, 80))
    expect(ended).not.toHaveBeenCalled()
    upload.destroy()
  })
})

describe('an inspected body', () => {
  const inspector = (isAllowed: boolean): BodyInspector => ({
    push: () => undefined,
    check: async () => {
      if (!isAllowed) throw new ServiceError('not_found')
    },
    destroy: () => {},
  })

  test('is sent completely when it is allowed', async () => {
    const request = openRequest()
    const text = textOf(open(request, inspector(true)))
    for (const part of ['one ', 'two ', 'three']) request.write(part)
    request.end()
    expect(await text).toBe('one two three')
  })

  test('pauses the upload until the inspector is ready', async () => {
    const request = openRequest()
    const ready = Promise.withResolvers<void>()
    const seen: string[] = []
    const slow: BodyInspector = {
      push(chunk) {
        seen.push(String(chunk))
        return seen.length === 1 ? ready.promise : undefined
      },
      check: async () => {},
      destroy: () => {},
    }
    const text = textOf(open(request, slow))
    for (const part of ['one ', 'two ', 'three']) {
      request.write(part)
      await tick()
    }
    expect(seen).toEqual(['one '])
    ready.resolve()
    request.end()
    expect(await text).toBe('one two three')
  })

  test('is read no faster than its reader reads, although its inspector is always ready soon', async () => {
    const request = openRequest()
    const upload = open(request, { push: () => tick(), check: async () => {}, destroy: () => {} })
    upload.on('data', () => upload.pause())
    let written = 0
    for (let i = 0; i < 60; i++) request.write(Buffer.alloc(16 * 1024), () => written++)
    await new Promise((resolve) => setTimeout(resolve, 120))
    expect([written < 20, upload.errored]).toEqual([true, null])
  })

  test('that is abandoned destroys its inspector', async () => {
    const destroy = vi.fn()
    const request = openRequest()
    const upload = open(request, { push: () => undefined, check: async () => {}, destroy })
    upload.resume()
    request.write('half')
    await tick()
    upload.destroy()
    await tick()
    expect(destroy).toHaveBeenCalled()
  })

  test('is inspected anew after its first reader was destroyed', async () => {
    const request = openRequest()
    const inspectors: string[][] = []
    const body = passedBody(request, LIMITS, () => {
      const seen: string[] = []
      inspectors.push(seen)
      return {
        push: (chunk) => void seen.push(String(chunk)),
        check: async () => {
          throw new ServiceError('not_found')
        },
        destroy: () => {},
      }
    }) as StreamedBody
    const lost = body.open()
    lost.read()
    lost.destroy()
    const text = textOf(body.open())
    request.end('all of it')
    await expect(text).rejects.toMatchObject({ code: 'not_found' })
    expect(inspectors).toEqual([[], ['all of it']])
  })

  test('is never sent completely when it is refused', async () => {
    const request = openRequest()
    const upload = open(request, inspector(false))
    let sent = ''
    upload.on('data', (chunk) => (sent += chunk))
    const failed = new Promise((resolve) => upload.on('error', resolve))
    for (const part of ['one ', 'two ', 'three']) {
      request.write(part)
      await tick()
    }
    request.end()
    expect(await failed).toMatchObject({ code: 'not_found' })
    expect(sent).not.toContain('three')
  })
})
