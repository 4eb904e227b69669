/** A free account pays from a prepaid budget. A pro account is billed. */
export type Plan = 'free' | 'pro'

/** An account of a user, or the operator's own. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  /** Whole micro-cents (1 cent = 1,000,000), so that decimals of a cent stay exact. */
  readonly budgetMicroCents: number
  /** Amount owed for charges on plan pro, less payments; whole micro-cents. */
  readonly owedMicroCents: number
  /** Unix milliseconds. */
  readonly createdAt: number
}
