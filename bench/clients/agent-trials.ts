import type { ClientTrial } from './client-trial.ts'

export const AGENT_TRIALS: readonly ClientTrial[] = []
