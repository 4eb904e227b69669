import { write, writeSync } from 'node:fs'

/** Bytes that may wait for a slow output: the lines of some seconds of a busy server. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024
/** Milliseconds until the next attempt to write into a full pipe. It holds 64 KB, so 6 MB pass in a second. */
const RETRY_MS = 10
/** Longest time in milliseconds that the exit of the process waits for a full pipe. */
const MAX_EXIT_MS = 3000
const NEWLINE = 10

interface Block {
  bytes: Buffer
  /** Lost lines that the block reports. 0: it contains lines of the log. */
  readonly reported: number
}

/**
 * Writes blocks of log lines to a file descriptor, one after the other, in the background. Lines are lost if they
 * cannot be written, or if too many wait: a full disk or a stalled reader must not end the server or fill its memory.
 * Before the next lines, it writes a line of the log with the number of lost lines.
 */
export class BackgroundWriter {
  readonly #fd: number
  readonly #waiting: Block[] = []
  #waitingBytes = 0
  #isWriting = false
  /** True between attempts to write into a full pipe. */
  #isPaused = false
  #lostLines = 0
  #lastCode: string | undefined
  #endsLine = true

  /** @param fd is never closed. */
  constructor(fd: number) {
    this.#fd = fd
  }

  /** Writes whole lines, which the caller no longer changes. */
  add(lines: Buffer): void {
    if (this.#waitingBytes + lines.length > MAX_WAITING_BYTES) {
      this.#lostLines += countLines(lines)
      return
    }
    if (this.#lostLines > 0) this.#reportLoss()
    this.#enqueue({ bytes: lines, reported: 0 })
    if (!this.#isWriting && !this.#isPaused) this.#writeFirst()
  }

  /** Writes the waiting lines and `lines` before the process exits. Gives up at the first error, or after 3 s. */
  flushSync(lines: Buffer): void {
    // The process does not exit before the current write has ended.
    if (this.#isWriting) this.#waiting.shift()
    this.#enqueue({ bytes: lines, reported: 0 })
    const giveUpAt = performance.now() + MAX_EXIT_MS
    for (const { bytes } of this.#waiting) {
      for (let rest = bytes; rest.length > 0; ) {
        try {
          rest = rest.subarray(writeSync(this.#fd, rest))
        } catch (error) {
          if (!isBusy(error) || performance.now() >= giveUpAt) return
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MS)
        }
      }
    }
  }

  #enqueue(block: Block): void {
    this.#waiting.push(block)
    this.#waitingBytes += block.bytes.length
  }

  #writeFirst(): void {
    const [block] = this.#waiting
    if (block === undefined) return
    this.#isWriting = true
    write(this.#fd, block.bytes, (error, count) => {
      this.#isWriting = false
      if (isBusy(error)) {
        this.#pause()
        return
      }
      if (error) this.#loseWaiting(error)
      else this.#noteWritten(block, count)
      this.#writeFirst()
    })
  }

  #pause(): void {
    this.#isPaused = true
    const resume = () => {
      this.#isPaused = false
      this.#writeFirst()
    }
    setTimeout(resume, RETRY_MS).unref()
  }

  #noteWritten(block: Block, count: number): void {
    if (count > 0) this.#endsLine = block.bytes[count - 1] === NEWLINE
    block.bytes = block.bytes.subarray(count)
    this.#waitingBytes -= count
    if (block.bytes.length === 0) this.#waiting.shift()
  }

  /** All waiting blocks are lost, since the next one would fail too. */
  #loseWaiting({ code }: NodeJS.ErrnoException): void {
    this.#lastCode = code
    for (const { bytes, reported } of this.#waiting.splice(0)) this.#lostLines += reported || countLines(bytes)
    this.#waitingBytes = 0
  }

  #reportLoss(): void {
    const msg = 'Lines of the log are lost: standard output did not accept them.'
    const line = JSON.stringify({ level: 50, time: Date.now(), lines: this.#lostLines, code: this.#lastCode, msg })
    // A failed write may have ended within a line.
    const isTorn = this.#waiting.length === 0 && !this.#endsLine
    this.#enqueue({ bytes: Buffer.from(`${isTorn ? '\n' : ''}${line}\n`), reported: this.#lostLines })
    this.#lostLines = 0
    this.#lastCode = undefined
  }
}

function isBusy(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code
  return code === 'EAGAIN' || code === 'EBUSY'
}

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) count++
  return count
}
