import { type Calibration, calibrate, type TokenProfile, type TokenReceipt } from '@pleat/core'
import type { Log } from '../ports.ts'
import type { CalibrationStore } from './calibration-port.ts'
import type { TokenFigures } from './exchange.ts'

const SAVE_DELAY_MS = 5000
/** Largest number of models with a calibration. Their names come from clients, normalised by `modelName`. */
const MAX_MODELS = 1000

/** Corrections of each model's token counts, learned from receipts. Kept in memory and saved at intervals. */
export class Calibrations {
  readonly #store: CalibrationStore
  readonly #log: Log
  readonly #byModel = new Map<string, Calibration>()
  readonly #unsaved = new Set<string>()
  #timer: NodeJS.Timeout | undefined

  constructor(store: CalibrationStore, log: Log) {
    this.#store = store
    this.#log = log
  }

  /** Loads the saved corrections. Models without one use their built-in factor. */
  async load(): Promise<void> {
    try {
      for (const { model, factor, samples } of await this.#store.load()) this.#byModel.set(model, { factor, samples })
    } catch (error) {
      this.#log.warn({ error }, 'Calibrations could not be read.')
    }
  }

  /**
   * Converts raw counts to tokens of this model. Optimized and saved tokens are rounded, and the original is their sum,
   * so the three figures always agree.
   */
  apply(model: string, profile: TokenProfile, raw: TokenFigures): TokenFigures {
    const factor = this.#byModel.get(model)?.factor ?? profile.factor
    const optimized = Math.round(factor * raw.optimized)
    const saved = Math.max(0, Math.round(factor * (raw.original - raw.optimized)))
    return { original: optimized + saved, optimized }
  }

  /** Tokens of `model` per raw token, according to its receipts. Undefined before the first receipt. */
  factorOf(model: string): number | undefined {
    return this.#byModel.get(model)?.factor
  }

  /** Applies a receipt. */
  learn(model: string, profile: TokenProfile, receipt: TokenReceipt): void {
    const previous = this.#byModel.get(model)
    if (!previous && this.#byModel.size >= MAX_MODELS) return
    const next = calibrate(previous, profile, receipt)
    if (next === previous || next.samples === 0) return
    this.#byModel.set(model, next)
    this.#unsaved.add(model)
    this.#timer ??= setTimeout(() => void this.save(), SAVE_DELAY_MS).unref()
  }

  /** Saves the corrections that changed since the last successful save. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const unsaved = [...this.#unsaved]
    this.#unsaved.clear()
    for (const model of unsaved) {
      const { factor, samples } = this.#byModel.get(model)!
      try {
        await this.#store.save({ model, factor, samples })
      } catch (error) {
        // The next save includes it.
        this.#unsaved.add(model)
        this.#log.warn({ error }, 'A calibration could not be saved.')
      }
    }
  }
}
