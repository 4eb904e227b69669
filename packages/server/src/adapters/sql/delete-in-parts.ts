/** Rows of a part: with SQLite, it blocks the event loop for some milliseconds. */
export const PART_ROWS = 500

/**
 * Deletes rows in parts, between which other requests use the store. One statement for a large backlog would exceed
 * PostgreSQL's time limit, and would block the event loop with SQLite.
 * @param deletePart deletes at least `partRows` rows unless fewer are left, and resolves to their number.
 * @returns the number of all deleted rows.
 */
export async function deleteInParts(partRows: number, deletePart: () => Promise<number>): Promise<number> {
  for (let deleted = 0; ; ) {
    const count = await deletePart()
    deleted += count
    if (count < partRows) return deleted
    await new Promise(setImmediate)
  }
}
