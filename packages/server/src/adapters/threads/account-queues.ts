/** A piece of work of an account. */
export interface QueuedWork {
  readonly accountId: string
  readonly bytes: number
  /** Longest wait for its start, in milliseconds. */
  readonly patienceMs: number
}

interface Waiting {
  readonly bytes: number
  begin(): void
}

interface Queue {
  /** Bytes of the running work. */
  bytes: number
  readonly waiting: Waiting[]
}

/**
 * Limits the bytes of running work of each account. A single piece of work may have any size. First come, first served.
 */
export class AccountQueues {
  readonly #mostBytes: number
  readonly #queues = new Map<string, Queue>()

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Resolves to the result of `act`, or to undefined if it could not start in time. */
  async run<Result>(work: QueuedWork, act: () => Promise<Result>): Promise<Result | undefined> {
    const queue = this.#queues.get(work.accountId) ?? { bytes: 0, waiting: [] }
    this.#queues.set(work.accountId, queue)
    if (queue.waiting.length === 0 && this.#hasRoom(queue, work.bytes)) queue.bytes += work.bytes
    else if (!(await wait(queue, work))) {
      // Smaller work behind it may have room.
      this.#beginNext(work.accountId, queue)
      return undefined
    }
    try {
      return await act()
    } finally {
      queue.bytes -= work.bytes
      this.#beginNext(work.accountId, queue)
    }
  }

  #beginNext(accountId: string, queue: Queue): void {
    for (let next = queue.waiting[0]; next && this.#hasRoom(queue, next.bytes); next = queue.waiting[0]) {
      queue.waiting.shift()
      queue.bytes += next.bytes
      next.begin()
    }
    if (queue.bytes === 0 && queue.waiting.length === 0) this.#queues.delete(accountId)
  }

  #hasRoom({ bytes }: Queue, more: number): boolean {
    return bytes === 0 || bytes + more <= this.#mostBytes
  }
}

/** Resolves to true when the work may start, or to false after `patienceMs`. */
function wait(queue: Queue, { bytes, patienceMs }: QueuedWork): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => {
      queue.waiting.splice(queue.waiting.indexOf(waiting), 1)
      resolve(false)
    }
    const timer = setTimeout(leave, patienceMs)
    const waiting: Waiting = {
      bytes,
      begin() {
        clearTimeout(timer)
        resolve(true)
      },
    }
    queue.waiting.push(waiting)
  })
}
