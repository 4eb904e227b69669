import type { PrimaryLink } from '../../cluster/calls.ts'
import type { CountedWindow, OwnCount, SharedWindows, Subject } from './shared-windows.ts'

/** Request windows of the primary process, as used by a worker. */
export class WorkerWindows implements SharedWindows {
  readonly #primary: Pick<PrimaryLink, 'ask'>

  constructor(primary: Pick<PrimaryLink, 'ask'>) {
    this.#primary = primary
  }

  take({ kind, id }: Subject, own: OwnCount): Promise<CountedWindow> {
    return this.#primary.ask('take', { subject: { kind, id }, ...own })
  }

  peek({ kind, id }: Subject): Promise<CountedWindow> {
    return this.#primary.ask('peek', { subject: { kind, id } })
  }

  beat(): Promise<number> {
    return this.#primary.ask('beat', null)
  }

  async close(): Promise<void> {}
}
