/** The name with the smallest edit distance to `typed`, at most a third of its length; undefined without one. */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  let closest: string | undefined
  let fewest = Math.floor(typed.length / 3) + 1
  for (const name of names) {
    const changed = changedLetters(typed, name)
    if (changed < fewest) {
      fewest = changed
      closest = name
    }
  }
  return closest
}

/** Levenshtein distance, row by row. */
function changedLetters(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column)
  for (let row = 1; row <= from.length; row++) {
    const current = [row]
    for (let column = 1; column <= to.length; column++) {
      const replaced = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1))
    }
    previous = current
  }
  return previous[to.length]!
}
