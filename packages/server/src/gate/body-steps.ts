import { setImmediate as nextTick } from 'node:timers/promises'
import type { BodyInspector } from './streamed-body.ts'

/** Bytes that are searched in one step of the event loop. A step takes a few milliseconds at most. */
const STEP_BYTES = 32 * 1024

/** The parts of a body, with a tick of the event loop between them. */
export async function* stepsOf(body: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < body.length; at += STEP_BYTES) {
    if (at > 0) await nextTick()
    yield body.subarray(at, at + STEP_BYTES)
  }
}

/**
 * Inspects a body that has arrived completely, and destroys the inspector.
 * @throws {ServiceError} of the inspector
 */
export async function inspectInSteps(body: Buffer, inspector: BodyInspector): Promise<void> {
  try {
    for await (const part of stepsOf(body)) await inspector.push(part)
    await inspector.check()
  } finally {
    inspector.destroy()
  }
}
