import type { SnapshotEvent, Snapshots } from '../compression/snapshot-port.ts'
import type { MetricFamily } from './metric-family.ts'

/** Outcomes of the fold states that nodes share. No series if they share none. */
export function snapshotFamilies(snapshots: Pick<Snapshots, 'read'> | undefined): readonly MetricFamily[] {
  return [
    {
      name: 'pleat.snapshots',
      unit: '1',
      type: 'counter',
      help: 'Snapshots of fold states that nodes share, by outcome.',
      read() {
        const counts = Object.entries(snapshots?.read() ?? {}) as [SnapshotEvent, number][]
        return counts.map(([event, value]) => ({ labels: { event }, value }))
      },
    },
  ]
}
