import { Worker } from 'node:worker_threads'
import { threadModule } from '../../built-files.ts'
import type { CompressionThreadData } from './compression-calls.ts'

/** The resources of a compression thread. */
export interface LaneSettings {
  /** Bytes of fold states. */
  readonly foldBytes: number
  /** Heap in megabytes. A body that needs more ends the thread, and not the process. */
  readonly heapMb: number
  /** See `lowerPriority`: the event loop runs first, then usual requests, then long ones. */
  readonly niceness: number
  /** A longer step ends the thread. */
  readonly stuckMs: number
}

/** Bytes of fold states in all threads together: a thousand sessions of 100,000 tokens in a process of one gigabyte. */
const FOLD_BYTES = 400 * 1024 * 1024
const LONG_LANE_FOLD_BYTES = 96 * 1024 * 1024

export const LONG_LANE: LaneSettings = { foldBytes: LONG_LANE_FOLD_BYTES, heapMb: 512, niceness: 8, stuckMs: 10_000 }

/** Settings of one of `threads` threads for bodies of usual length. */
export function usualLane(threads: number): LaneSettings {
  return { foldBytes: (FOLD_BYTES - LONG_LANE_FOLD_BYTES) / threads, heapMb: 640, niceness: 2, stuckMs: 3_000 }
}

export function openLaneThread(
  { foldBytes, heapMb, niceness }: LaneSettings,
  data: Omit<CompressionThreadData, 'foldBytes' | 'niceness'>,
): Worker {
  return new Worker(threadModule('compression-thread'), {
    name: 'pleat-compression',
    workerData: { ...data, foldBytes, niceness } satisfies CompressionThreadData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
    // The process may have been started with options that are invalid for a thread.
    execArgv: [],
  })
}
