import type { Claim } from './claim.ts'
import { sharedCount } from './shared-count.ts'

/** Opposed when one denies what the other affirms, and what is denied is all in what is affirmed. */
export function comparePolarity(later: Claim, earlier: Claim): 'same' | 'opposed' | 'unclear' {
  const isDenied = (claim: Claim): boolean => claim.polarity !== 'affirmed'
  if (isDenied(later) === isDenied(earlier)) return 'same'
  if (later.isAbility !== earlier.isAbility) return 'unclear'
  const denied = isDenied(later) ? later : earlier
  const affirmed = isDenied(later) ? earlier : later
  const shared = sharedCount(denied.all, affirmed.all)
  if (!shared || shared < denied.all.length) return 'unclear'
  const isBare = denied.all.length === 1
  // "I had surgery in 2015" begins with what was never had.
  const most = denied.polarity !== 'never' ? 1 : affirmed.all[0] === denied.all[0] ? 4 : 2
  if (isBare && (affirmed.all.length > most || !denied.persons)) return 'unclear'
  if ((denied.polarity !== 'never' || affirmed.all.length > 2) && isOther(affirmed, denied)) return 'unclear'
  if (denied.polarity === 'never') return 'opposed'
  return affirmed.all.length - shared <= 2 ? 'opposed' : 'unclear'
}

/** "I like coffee ice cream" affirms nothing of "I don't like coffee". */
function isOther(affirmed: Claim, denied: Claim): boolean {
  const { compounds } = affirmed
  for (let i = 0; i < compounds.length; i += 2)
    if (denied.all.includes(compounds[i]!) && !denied.all.includes(compounds[i + 1]!)) return true
  return false
}
