/** Sizes of the newest part of a transcript that stays unchanged (spec 2.6 `protection_mode`). */
export type ProtectionMode = 'off' | 'aggressive' | 'balanced' | 'conservative'

const NEWEST: Readonly<Record<ProtectionMode, number>> = { off: 0, aggressive: 2, balanced: 4, conservative: 8 }

/** Number of newest messages that stay unchanged in this mode. */
export function protectedMessages(mode: ProtectionMode): number {
  return NEWEST[mode]
}
