import { Worker } from 'node:worker_threads'
import { sharedVocabulary } from '@pleat/core'
import { threadModule } from '../../built-files.ts'
import type { CompressionThreadData } from './compression-calls.ts'

/** The resources of a compression thread. */
export interface LaneSettings {
  /** Bytes of fold states. */
  readonly foldBytes: number
  /** Heap in megabytes. A body that needs more ends the thread, and not the process. */
  readonly heapMb: number
  /** Heap in megabytes for new objects, in addition to `heapMb`. Once used, it remains with the thread. */
  readonly youngMb: number
  /** See `lowerPriority`: the event loop runs first, then usual requests, then long ones. */
  readonly niceness: number
  /** A longer step ends the thread. */
  readonly stuckMs: number
}

/** Share of the memory of fold states that the thread for long bodies may use. */
const LONG_LANE_SHARE = 0.24
/** Heap in megabytes in addition to the fold states: for bodies, and for the work on them. */
const WORK_MB = { usual: 336, long: 416 } as const
/**
 * Node's default is 192. Folds take as long with 96 as with 192, and about 10 % longer with 48. With 48, the thread for
 * long bodies holds 32 MB of new objects instead of 128.
 */
const YOUNG_MB = { usual: 96, long: 48 } as const

/** Settings of the thread for long bodies. `foldBytes`: fold states of all threads together. */
export function longLane(foldBytes: number): LaneSettings {
  const own = LONG_LANE_SHARE * foldBytes
  return { foldBytes: own, heapMb: heapFor(own, WORK_MB.long), youngMb: YOUNG_MB.long, niceness: 8, stuckMs: 10_000 }
}

/**
 * Settings of one of `threads` threads for bodies of usual length. `foldBytes`: fold states of all threads together.
 */
export function usualLane(foldBytes: number, threads: number): LaneSettings {
  const own = ((1 - LONG_LANE_SHARE) * foldBytes) / threads
  return { foldBytes: own, heapMb: heapFor(own, WORK_MB.usual), youngMb: YOUNG_MB.usual, niceness: 2, stuckMs: 3_000 }
}

function heapFor(foldBytes: number, workMb: number): number {
  return workMb + Math.ceil(foldBytes / (1024 * 1024))
}

export function openLaneThread(
  { foldBytes, heapMb, youngMb, niceness }: LaneSettings,
  data: Omit<CompressionThreadData, 'foldBytes' | 'niceness' | 'vocabulary'>,
): Worker {
  return new Worker(threadModule('compression-thread'), {
    name: 'pleat-compression',
    workerData: { ...data, foldBytes, niceness, vocabulary: sharedVocabulary() } satisfies CompressionThreadData,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
    // The process may have been started with options that are invalid for a thread.
    execArgv: [],
  })
}
