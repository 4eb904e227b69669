import { fragmentsOf } from '../../words/fragments.ts'
import { type Frequencies, telegraphic } from '../../words/wording.ts'
import { bindsLater } from './user-rules.ts'

/** Something that is meant letter for letter: a word to be said, the line an answer is to end with. */
const QUOTED =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|「[^」\n]{1,80}」|『[^』\n]{1,80}』|`[^`\n]{1,80}`|(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/u
/** What an answer is to look like, or what is to happen again and again, also where no cue of an instruction says so. */
const FORM =
  /\b(?:each|every) (?:time|answer|reply|response|item|line|message|turn)\b|\bwhen(?:ever)? I (?:say|write|type|ask|send)\b|\b(?:format|template|scoring|notation|syntax|columns?)\b|\b(?:one|a (?:line|step|sentence|word)) at a time\b|\b(?:one by one|step by step)\b|\blike this:|\bas follows\b|\bthe following\b/i

/**
 * Whether a sentence of the user stands in a digest as it was said. An instruction that holds from then on is worth
 * nothing when its small words and signs are gone: of "Reply only with yes/no" there would be "Reply only /no".
 */
export function isWordForWord(sentence: string): boolean {
  return bindsLater(sentence) || QUOTED.test(sentence) || FORM.test(sentence)
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
