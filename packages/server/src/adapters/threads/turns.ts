/** A piece of work of an account. */
export interface Turn {
  readonly accountId: string
  readonly bytes: number
  /** How long it waits for its turn. */
  readonly patienceMs: number
}

interface Waiting {
  readonly bytes: number
  begin(): void
}

interface Line {
  /** Of the work that is being done. */
  bytes: number
  readonly waiting: Waiting[]
}

/**
 * Lets each account have only so many bytes of work begun at once, and one piece of work whatever its size. First come,
 * first served.
 */
export class Turns {
  readonly #mostBytes: number
  readonly #lines = new Map<string, Line>()

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  /** The result of `work`, or undefined where its turn did not come in time. */
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

/** Whether the turn came in time. */
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
