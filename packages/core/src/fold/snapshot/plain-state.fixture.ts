import type { Habits } from '../recall/habits.ts'
import type { TermArena } from '../recall/term-arena.ts'
import type { TermCounts } from '../recall/term-counts.ts'
import type { FoldState } from '../state.ts'

/** The content of a state, without spare capacity of arrays and without data that is recomputed when it is missing. */
export function plainState(state: FoldState): object {
  const { terms, meanings, cloud, excerpts: _, recallHabits, ...rest } = state
  return {
    ...rest,
    recallHabits: { ...recallHabits, usual: recallHabits.usual && plainHabits(recallHabits.usual) },
    terms: plainTerms(terms),
    meanings: [...meanings.bytes.subarray(0, meanings.count * meanings.dimensions)],
    cloud: {
      values: plainTerms(cloud.values),
      frequency: plainCounts(cloud.frequency),
      identifiers: plainCounts(cloud.identifiers),
      words: [...cloud.words].sort(([a], [b]) => a - b),
    },
  }
}

/** The habits without other features: after the first request, the usual values contain all of its features. */
function plainHabits({ asking, known, outOfSight, unseen, matched, continued, nearby }: Habits): Habits {
  return { asking, known, outOfSight, unseen, matched, continued, nearby }
}

function plainTerms({ ids, counts, ends, lengths }: TermArena): object {
  const end = ends.at(-1) ?? 0
  return { ids: [...ids.subarray(0, end)], counts: [...counts.subarray(0, end)], ends, lengths }
}

function plainCounts({ terms, counts }: TermCounts): (readonly [number, number])[] {
  const counted = [...terms].flatMap((term, place) => (counts[place] ? [[term, counts[place]] as const] : []))
  return counted.sort(([a], [b]) => a - b)
}
