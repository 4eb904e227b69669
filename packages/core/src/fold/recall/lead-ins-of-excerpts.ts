import { fragmentsOf } from '../../text/fragments.ts'
import { worded } from '../known-texts.ts'
import { languageAt } from '../language-at.ts'
import { afterLeadIn, isMark, quotationMarksIn, turningHeadingsIn } from '../lead-ins.ts'
import { perMessage, saidIn, type Transcript } from '../transcript.ts'
import { GAP } from './gap.ts'

/** Emphasis, and signs at the start of a line, which an excerpt may leave out. */
const MARKUP = /^[ \t]*[#*+-][#*+\- \t]*(?=[ \t])|\*\*|__/gu

/**
 * The lead-ins of a message, by the fragment that each introduces. Each fragment is a key in two forms, both without
 * markup: as written, and in telegraphic wording.
 */
const leadInsByPlainText = perMessage((transcript, index): ReadonlyMap<string, string> => {
  const language = languageAt(transcript, index)
  const said = saidIn(transcript, index)
  const found = new Map<string, string>()
  for (const leadIns of [turningHeadingsIn(transcript, said, language), quotationMarksIn(transcript, said, language)])
    for (const [fragment, leadIn] of leadIns) {
      found.set(plain(worded(transcript, fragment, language)), leadIn)
      found.set(plain(fragment), leadIn)
    }
  return found
})

/** Adds to excerpts of message `index`, which are in order, the lead-ins that their lines lack. Linear. */
export function withLeadIns(transcript: Transcript, index: number, excerpts: readonly string[]): readonly string[] {
  const leadIns = leadInsByPlainText(transcript, index)
  if (!leadIns.size) return excerpts
  const language = languageAt(transcript, index)
  const written = new Set<string>()
  const led = (line: string): string => {
    const fragments = fragmentsOf(line, language).map(({ text }) => plain(text))
    const leadIn = fragments.length > 0 ? leadIns.get(fragments[0]!) : undefined
    const isLed = leadIn !== undefined && (isMark(leadIn) || !written.has(plain(leadIn)))
    for (const fragment of fragments) written.add(fragment)
    if (leadIn) written.add(plain(leadIn))
    return isLed ? afterLeadIn(leadIn, line) : line
  }
  const perLine = (text: string): string => text.split('\n').map(led).join('\n')
  return excerpts.map((excerpt) => excerpt.split(GAP).map(perLine).join(GAP))
}

function plain(text: string): string {
  return text.replace(MARKUP, '').trim()
}
