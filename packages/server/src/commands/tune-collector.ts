import { setFlagsFromString } from 'node:v8'

/**
 * Sets V8's collector up for a server that holds many sessions while bodies pass through. To be called before any code
 * that serves runs.
 */
export function tuneCollector(): void {
  // Every new object is young. V8 would move what it has seen to live long straight among the old, by the place in the
  // code that makes it, and judges by the few moments when many requests wait at once. From then on each dead request
  // among the old ones keeps alive what it refers to until the next collection of everything: 9 KB a request, and half
  // of the time of all collections.
  setFlagsFromString('--no-allocation-site-pretenuring')
  // Buffers count toward the limit that grows with the heap. V8 would collect everything, sessions and all, whenever 64 MB
  // of buffers have come, though most of them died young and go with the next scavenge.
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}
