import type { Output } from './output.ts'

/** Milliseconds before the first line, so that short work prints nothing. */
const SILENT_MS = 1000
const EVERY_MS = 1000

/** Reports the progress of long work on standard error, once a second. */
export interface Progress {
  /** Reports the completed share, from 0 to 1. */
  readonly report: (share: number) => void
}

/** Progress whose lines contain `verb` and the percentage. */
export function createProgress(output: Pick<Output, 'note'>, verb: string, now = () => performance.now()): Progress {
  let nextAt = now() + SILENT_MS
  return {
    report(share) {
      if (now() < nextAt) return
      nextAt = now() + EVERY_MS
      output.note(`${verb} ${Math.floor(share * 100)} %`)
    },
  }
}
