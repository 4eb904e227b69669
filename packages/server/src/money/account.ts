/** How an account pays: from a budget, or by bill. */
export type Plan = 'free' | 'pro'

/** An account of a user, or the operator's own. */
export interface Account {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  /** Whole micro-cents (1 cent = 1,000,000), so that decimals of a cent stay exact. */
  readonly budgetMicroCents: number
  /** What was charged to it while it was on a plan that is billed; whole micro-cents. */
  readonly owedMicroCents: number
  readonly createdAt: number
}
