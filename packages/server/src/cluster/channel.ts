/** The process at the other end: a worker, or the primary process. */
export interface ChannelEnd {
  /** Like `process.send`: throws, or calls back with an error, once the other process has ended. */
  send(message: object, callback: (error: Error | null) => void): boolean
}

/** Functions, by name, that one process offers to the other. Arguments and results are plain data. */
// biome-ignore lint/suspicious/noExplicitAny: the functions of a table have different arguments
export type Calls<Table> = { readonly [Name in keyof Table]: (argument: any) => unknown }

type Argument<Table, Name extends keyof Table> = Table[Name] extends (argument: infer Value) => unknown ? Value : never
type Result<Table, Name extends keyof Table> = Table[Name] extends (argument: never) => infer Value
  ? Awaited<Value>
  : never

/** A call or its result. A call with id 0 gets no response. */
type Item =
  | { readonly call: string; readonly id: number; readonly argument: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }

/** The property distinguishes these messages from those of the cluster module. */
interface Message {
  readonly pleat: readonly Item[]
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 * Calls between two processes over their message channel. `Mine` are the calls that this side offers, `Theirs` those of
 * the other side. Calls of one tick share a message, because a message costs more than its contents.
 */
export class Channel<Mine extends Calls<Mine>, Theirs extends Calls<Theirs>> {
  readonly #end: ChannelEnd
  readonly #offered: Partial<Mine> = {}
  readonly #waiting = new Map<number, Waiting>()
  #unsent: Item[] = []
  #isSending = false
  #lastId = 0
  #isClosed = false

  constructor(end: ChannelEnd) {
    this.#end = end
  }

  offer<Name extends keyof Mine>(name: Name, call: Mine[Name]): void {
    this.#offered[name] = call
  }

  /** Calls the other process and waits. Rejects when the call throws or the channel closes. */
  ask<Name extends keyof Theirs & string>(name: Name, argument: Argument<Theirs, Name>): Promise<Result<Theirs, Name>> {
    if (this.#isClosed) return Promise.reject(closed())
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      this.#send({ call: name, id, argument })
    })
  }

  /** Calls the other process without waiting. Lost if the channel is closed. */
  tell<Name extends keyof Theirs & string>(name: Name, argument: Argument<Theirs, Name>): void {
    if (!this.#isClosed) this.#send({ call: name, id: 0, argument })
  }

  /** Handles a message of the other process; ignores messages that are not a channel's. */
  receive(message: unknown): void {
    const items = (message as Partial<Message> | null)?.pleat
    if (!Array.isArray(items)) return
    for (const item of items as readonly Item[]) {
      if ('call' in item) void this.#run(item)
      else this.#settle(item)
    }
  }

  /** Rejects all pending calls. */
  close(): void {
    this.#isClosed = true
    for (const { reject } of this.#waiting.values()) reject(closed())
    this.#waiting.clear()
  }

  async #run({ call, id, argument }: Extract<Item, { call: string }>): Promise<void> {
    try {
      const offered = this.#offered[call as keyof Mine]
      if (!offered) throw new Error(`${call} is not offered`)
      const result = offered(argument)
      // Most calls return at once, and awaiting them would cost a tick.
      if (id !== 0) this.#send({ id, result: result instanceof Promise ? await result : result })
    } catch (error) {
      if (id !== 0) this.#send({ id, error: error instanceof Error ? error.message : String(error) })
    }
  }

  #settle(item: Exclude<Item, { call: string }>): void {
    const waiting = this.#waiting.get(item.id)
    this.#waiting.delete(item.id)
    if ('error' in item) waiting?.reject(new Error(item.error))
    else waiting?.resolve(item.result)
  }

  #send(item: Item): void {
    this.#unsent.push(item)
    if (this.#isSending) return
    this.#isSending = true
    setImmediate(() => this.#flush())
  }

  #flush(): void {
    this.#isSending = false
    const message: Message = { pleat: this.#unsent }
    this.#unsent = []
    try {
      this.#end.send(message, (error) => error && this.close())
    } catch {
      this.close()
    }
  }
}

function closed(): Error {
  return new Error('the other process is gone')
}
