/** Measurements of one method on one set, equal on every machine. Null if a set has nothing to measure. */
export interface Measured {
  readonly savedEarly: number | null
  readonly savedAt10: number | null
  readonly savedAt15: number | null
  readonly saved: number | null
  readonly savedHistory: number | null
  readonly savedAtQuestions: number | null
  readonly evidence: number | null
  readonly strict: number | null
  readonly answer: number | null
  readonly prefix: number | null
  readonly costOpenAi: number | null
  readonly costAnthropic: number | null
  /** Requests that the provider would refuse. */
  readonly refused: number
}

/** The same figures, and those that only the replay in process has, because it knows the recorded answers. */
export interface Replayed extends Measured {
  /** Of the values, and of the lines, that the recorded next answer repeats: the share still in the request. */
  readonly valuesAgain: number | null
  readonly linesAgain: number | null
}

/** The same figures, and those that only a running proxy has. */
export interface Figures extends Measured {
  readonly failed: number
  readonly bodyDiffers: number
  readonly problems: number
  readonly headerGap: number | null
}

/** The names of the figures by which two ways of measuring are compared. */
export const COMPARED: readonly (keyof Measured)[] = [
  'savedEarly',
  'savedAt10',
  'savedAt15',
  'saved',
  'savedHistory',
  'savedAtQuestions',
  'evidence',
  'strict',
  'answer',
  'prefix',
  'costOpenAi',
  'costAnthropic',
  'refused',
]

/** Figures in which `left` and `right` differ by half a thousandth or more. */
export function differing(left: Measured, right: Measured): (keyof Measured)[] {
  return COMPARED.filter((name) => {
    const [one, other] = [left[name], right[name]]
    if (one === null || other === null) return one !== other
    return Math.abs(one - other) >= 0.0005
  })
}

/** A figure of a table: three digits, or a dash if there is none. */
export function shown(value: number | null): string {
  return value === null ? '–' : value.toFixed(3)
}
