/** The other end: a worker, or the process that started this one. */
export interface ChannelEnd {
  /** As of `process` and of `cluster.Worker`; false or an error once the other end is gone. */
  send(message: object, callback: (error: Error | null) => void): boolean
}

/** Functions by name that one process lets the other call. Arguments and results are plain data. */
// biome-ignore lint/suspicious/noExplicitAny: the functions of a table have arguments of their own
export type Calls<Table> = { readonly [Name in keyof Table]: (argument: any) => unknown }

type Argument<Table, Name extends keyof Table> = Table[Name] extends (argument: infer Value) => unknown ? Value : never
type Result<Table, Name extends keyof Table> = Table[Name] extends (argument: never) => infer Value
  ? Awaited<Value>
  : never

/** Id 0: nothing is answered. */
type Item =
  | { readonly call: string; readonly id: number; readonly argument: unknown }
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }

/** Under this name, so that messages of the cluster module are told apart. */
interface Message {
  readonly pleat: readonly Item[]
}

interface Waiting {
  resolve(result: unknown): void
  reject(error: Error): void
}

/**
 * Calls between two processes over their message channel. `Mine` is what this side offers, `Theirs` what the other one does.
 * Calls of one turn of the event loop travel in one message, since a message costs more than what is in it.
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

  /** Rejects when the call throws there, or the channel closes. */
  ask<Name extends keyof Theirs & string>(name: Name, argument: Argument<Theirs, Name>): Promise<Result<Theirs, Name>> {
    if (this.#isClosed) return Promise.reject(closed())
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId
      this.#waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
      this.#send({ call: name, id, argument })
    })
  }

  /** Calls without waiting for anything. */
  tell<Name extends keyof Theirs & string>(name: Name, argument: Argument<Theirs, Name>): void {
    if (!this.#isClosed) this.#send({ call: name, id: 0, argument })
  }

  /** Takes a message of the other end; any other message is left alone. */
  receive(message: unknown): void {
    const items = (message as Partial<Message> | null)?.pleat
    if (!Array.isArray(items)) return
    for (const item of items as readonly Item[]) {
      if ('call' in item) void this.#run(item)
      else this.#settle(item)
    }
  }

  /** What waits for an answer gets none. */
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
      // Most are answered at once.
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
