const BEAT = 0
const OWNER = 1
const SLOTS = 2

/** Two numbers in shared memory: a thread counts its steps there and says whose work it does. */
export interface Heartbeat {
  readonly memory: SharedArrayBuffer
  /** To be called by the thread before each step, with the owner of the work, or 0 when it is idle. */
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
