const BEAT = 0
const OWNER = 1
const SLOTS = 2

/** Two numbers in shared memory: a thread's step counter and the owner of its work. */
export interface Heartbeat {
  readonly memory: SharedArrayBuffer
  /** Called by the thread before each step with the owner of the work, or with 0 when it is idle. */
  beat(owner: number): void
  read(): { readonly beat: number; readonly owner: number }
}

export function createHeartbeat(
  memory: SharedArrayBuffer = new SharedArrayBuffer(SLOTS * Int32Array.BYTES_PER_ELEMENT),
): Heartbeat {
  const slots = new Int32Array(memory)
  return {
    memory,
    beat(owner) {
      Atomics.add(slots, BEAT, 1)
      Atomics.store(slots, OWNER, owner)
    },
    read: () => ({ beat: Atomics.load(slots, BEAT), owner: Atomics.load(slots, OWNER) }),
  }
}
