import type { Writable } from 'node:stream'

/** Draws on one line of a terminal; elsewhere a line for each tenth. */
export interface ProgressBar {
  /** `note` stands behind the bar. */
  draw(progress: { readonly done: number; readonly of: number; readonly note: string }): void
  /** Leaves the line as it is. */
  end(): void
}

const WIDTH = 24

/** A bar on `stream`, which is standard error as a rule: results go to standard output. */
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
