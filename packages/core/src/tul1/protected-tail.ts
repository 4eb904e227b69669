/** Sizes of the newest part of a transcript that stays unchanged (spec 2.6 `protection_mode`). */
export type ProtectionMode = 'off' | 'aggressive' | 'balanced' | 'conservative'

/** Number of newest messages that stay unchanged in each mode. */
export const PROTECTED_MESSAGES: Readonly<Record<ProtectionMode, number>> = {
  off: 0,
  aggressive: 2,
  balanced: 4,
  conservative: 8,
}
