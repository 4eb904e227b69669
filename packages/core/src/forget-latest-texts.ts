import { forgetLatestMeaning } from './fold/source.ts'
import { forgetLatestAnalysis } from './text/analysis.ts'

/** Forgets the latest texts, so that one account's requests are not faster because another account has sent the same text. */
export function forgetLatestTexts(): void {
  forgetLatestAnalysis()
  forgetLatestMeaning()
}
