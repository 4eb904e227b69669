import type { TestContext } from 'vitest'

/** Results of one attack: one row of the table that `figures-reporter` prints. */
export type Figures = Readonly<Record<string, string | number | boolean>>

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures[]
  }
}

/** Adds a row to the report of a test. With `--reporter=json` the rows are in its `meta`. */
export function report({ task }: Pick<TestContext, 'task'>, figures: Figures): void {
  task.meta.figures ??= []
  task.meta.figures.push(figures)
}
