import type { Spent } from './watched-thread.ts'

/** A body in a lane, and how long its request has waited and may wait. */
export interface Ticket {
  readonly accountId: string
  readonly affinity: string
  readonly bytes: number
  readonly startedAt: number
  /** Factor by which the usual waiting times are multiplied. */
  readonly patience: number
  /** Time for which it has waited for long steps of other accounts. */
  stalled: Spent
  /** True if its request is finished. It is kept while the thread still has the body and may be working on it. */
  isReleased: boolean
}

/**
 * Longest total wait of a request for long steps of other accounts: by CPU time, so that a busy machine does not cause
 * a fold to be skipped, and by the clock.
 */
const MAX_STALLED: Spent = { cpuMs: 40, clockMs: 60 }

/** Milliseconds for which the request may still wait, if usual ones wait `limitMs` in total. At least 1. */
export function timeLeft({ startedAt, patience }: Ticket, limitMs: number): number {
  return Math.max(1, patience * limitMs - (performance.now() - startedAt))
}

/** Adds the time of a long step of another account. Returns false if the request waits no longer for such steps. */
export function noteStall(ticket: Ticket, spent: Spent): boolean {
  const cpuMs = ticket.stalled.cpuMs + spent.cpuMs
  const clockMs = ticket.stalled.clockMs + spent.clockMs
  ticket.stalled = { cpuMs, clockMs }
  return cpuMs < ticket.patience * MAX_STALLED.cpuMs && clockMs < ticket.patience * MAX_STALLED.clockMs
}
