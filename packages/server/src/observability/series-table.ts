/** The label value of series beyond the limit. */
export const OTHER = 'other'

/** Label values of one series, in the order of the table's label names, and its measurements. */
export interface Row<Cell> {
  readonly values: readonly string[]
  readonly cell: Cell
}

/**
 * Cells by up to three label values. Looking one up allocates nothing. The number of cells is bounded: beyond the
 * limit, everything is counted in one cell whose labels are all `other`.
 */
export class SeriesTable<Cell> {
  readonly labels: readonly string[]
  readonly #create: () => Cell
  readonly #limit: number
  readonly #cells = new Map<string, Map<string, Map<string, Cell>>>()
  readonly #rows: Row<Cell>[] = []
  #overflow: Cell | undefined

  constructor(options: { labels: readonly string[]; limit: number; create: () => Cell }) {
    this.labels = options.labels
    this.#create = options.create
    this.#limit = options.limit
  }

  /** Returns the cell of these label values, one for each label of the table. */
  of(first: string, second = '', third = ''): Cell {
    return this.#cells.get(first)?.get(second)?.get(third) ?? this.#add(first, second, third)
  }

  /** All cells, in order of creation. */
  rows(): readonly Row<Cell>[] {
    return this.#rows
  }

  #add(first: string, second: string, third: string): Cell {
    if (this.#rows.length >= this.#limit) {
      this.#overflow ??= this.#note(this.labels.map(() => OTHER))
      return this.#overflow
    }
    const cell = this.#note([first, second, third].slice(0, this.labels.length))
    const seconds = this.#cells.get(first) ?? new Map<string, Map<string, Cell>>()
    const thirds = seconds.get(second) ?? new Map<string, Cell>()
    this.#cells.set(first, seconds.set(second, thirds.set(third, cell)))
    return cell
  }

  #note(values: readonly string[]): Cell {
    const cell = this.#create()
    this.#rows.push({ values, cell })
    return cell
  }
}

/** A counter that only grows. */
export class Count {
  value = 0
}
