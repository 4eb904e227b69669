import { protectionOf } from '../../tags/protective-value.ts'
import { fragmentsOf } from '../../words/fragments.ts'
import { type Frequencies, telegraphic } from '../../words/wording.ts'

/** Something that is meant letter for letter: a word to be said, the line an answer is to end with. */
const QUOTED =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|「[^」\n]{1,80}」|『[^』\n]{1,80}』|`[^`\n]{1,80}`|(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/u
/** What an answer is to look like, or what is to happen again and again, also where no cue of an instruction says so. */
const FORM =
  /\b(?:each|every) (?:time|answer|reply|response|item|line|message|turn)\b|\bwhen(?:ever)? I (?:say|write|type|ask|send)\b|\b(?:format|template|scoring|notation|syntax|columns?)\b|\b(?:one|a (?:line|step|sentence|word)) at a time\b|\b(?:one by one|step by step)\b|\blike this:|\bas follows\b|\bthe following\b/i

/** What makes a request of a sentence and binds nothing beyond it. */
const POLITE =
  /\b(?:please|need to|needs to|bitte|s[’']il (?:te|vous) pla[iî]t|veuillez|por favor|per favore|alsjeblieft|alstublieft|proszę|lütfen)\b|пожалуйста|нужно|надо|请|請|てください|ください|주세요/giu

/**
 * Whether a sentence of the user stands in a digest as it was said. An instruction that holds from then on is worth
 * nothing when its small words and signs are gone: of "Reply only with yes/no" there would be "Reply only /no".
 */
export function isWordForWord(sentence: string): boolean {
  return (
    protectionOf(sentence.replace(POLITE, ' ')).signs.includes('instruction') ||
    QUOTED.test(sentence) ||
    FORM.test(sentence)
  )
}

/** What a user said in telegraphic wording, but for the sentences that stand word for word. */
export function userWording(
  text: string,
  drop?: { readonly share: number; readonly frequencies: Frequencies },
): string {
  if (!isWordForWord(text)) return telegraphic(text, drop)
  return fragmentsOf(text)
    .map((sentence) => (isWordForWord(sentence.text) ? sentence.text : telegraphic(sentence.text, drop)))
    .filter(Boolean)
    .join(' ')
}
