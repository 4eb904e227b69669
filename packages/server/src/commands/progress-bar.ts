import type { Writable } from 'node:stream'

/** A progress bar: one line on a terminal; elsewhere a new line for each tenth. */
export interface ProgressBar {
  /** Draws the bar, with `note` after it. */
  draw(progress: { readonly done: number; readonly of: number; readonly note: string }): void
  /** Ends the line of the bar. */
  end(): void
}

const WIDTH = 24

/** A bar on `stream`, usually standard error, because results go to standard output. */
export function createProgressBar(stream: Writable & { readonly isTTY?: boolean }): ProgressBar {
  let lastTenth = -1
  let isDrawn = false
  return {
    draw({ done, of, note }) {
      const share = of === 0 ? 1 : done / of
      const tenth = Math.floor(share * 10)
      if (!stream.isTTY && tenth === lastTenth) return
      lastTenth = tenth
      const full = Math.round(share * WIDTH)
      const text = `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] ${done} of ${of}${note === '' ? '' : `, ${note}`}`
      stream.write(stream.isTTY ? `\r\u001b[2K${text}` : `${text}\n`)
      isDrawn = true
    },
    end() {
      if (stream.isTTY && isDrawn) stream.write('\n')
    },
  }
}
