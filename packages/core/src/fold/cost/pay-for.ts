import { savedBy, showNewest } from '../sight/shown.ts'
import type { Source } from '../source.ts'
import { pay } from './bill.ts'

/** Adds the request whose new messages are `[from, to)` to the bills; after its recall was kept, before it is history. */
export function payFor(source: Source, from: number, to: number): void {
  if (source.policy.objective !== 'cost') return
  let came = 0
  let sent = 0
  const shortened = showNewest(source, from, to)
  for (let i = from; i < to; i++) {
    const tokens = source.transcript.tokensOf(i)
    came += tokens
    sent += tokens - savedBy(source, i, shortened.get(i)!)
  }
  pay(source.state, { came, sent })
}
