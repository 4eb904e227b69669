/** A piece of work of an account. */
export interface Turn {
  readonly accountId: string
  readonly bytes: number
  /** Longest wait for its start, in milliseconds. */
  readonly patienceMs: number
}

interface Waiting {
  readonly bytes: number
  begin(): void
}

interface Line {
  /** Bytes of the running work. */
  bytes: number
  readonly waiting: Waiting[]
}

/** Limits the bytes of running work of each account. A single piece of work may have any size. First come, first served. */
export class Turns {
  readonly #mostBytes: number
  readonly #lines = new Map<string, Line>()

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** Resolves to the result of `work`, or to undefined if it could not start in time. */
  async take<Result>(turn: Turn, work: () => Promise<Result>): Promise<Result | undefined> {
    const line = this.#lines.get(turn.accountId) ?? { bytes: 0, waiting: [] }
    this.#lines.set(turn.accountId, line)
    if (line.waiting.length === 0 && this.#hasRoom(line, turn.bytes)) line.bytes += turn.bytes
    else if (!(await wait(line, turn))) return undefined
    try {
      return await work()
    } finally {
      line.bytes -= turn.bytes
      this.#beginNext(turn.accountId, line)
    }
  }

  #beginNext(accountId: string, line: Line): void {
    for (let next = line.waiting[0]; next && this.#hasRoom(line, next.bytes); next = line.waiting[0]) {
      line.waiting.shift()
      line.bytes += next.bytes
      next.begin()
    }
    if (line.bytes === 0 && line.waiting.length === 0) this.#lines.delete(accountId)
  }

  #hasRoom({ bytes }: Line, more: number): boolean {
    return bytes === 0 || bytes + more <= this.#mostBytes
  }
}

/** Resolves to true when the work may start, or to false after `patienceMs`. */
function wait(line: Line, { bytes, patienceMs }: Turn): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => {
      line.waiting.splice(line.waiting.indexOf(waiting), 1)
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
    line.waiting.push(waiting)
  })
}
