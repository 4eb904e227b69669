import { bindsLater } from './user-rules.ts'

/** Something that is meant letter for letter: a word to be said, the line an answer is to end with. */
const QUOTED =
  /"[^"\n]{1,80}"|“[^”\n]{1,80}”|„[^“”\n]{1,80}[“”]|«[^»\n]{1,80}»|「[^」\n]{1,80}」|『[^』\n]{1,80}』|`[^`\n]{1,80}`|(?<![\p{L}\p{N}])'[^'\n]{1,80}'(?![\p{L}\p{N}])/u
/** What an answer is to look like, or what is to happen again and again, also where no cue of an instruction says so. */
const FORM =
  /\b(?:each|every) (?:time|answer|reply|response|item|line|message|turn)\b|\bwhen(?:ever)? I (?:say|write|type|ask|send)\b|\b(?:format|template|scoring|notation|syntax|columns?)\b|\b(?:one|a (?:line|step|sentence|word)) at a time\b|\b(?:one by one|step by step)\b|\blike this:|\bas follows\b|\bthe following\b/i

/**
 * Whether every word and sign of a sentence of the user matters: instructions that hold from then on, strings in quotation
 * marks, and forms of answers.
 */
export function isWordForWord(sentence: string): boolean {
  return bindsLater(sentence) || QUOTED.test(sentence) || FORM.test(sentence)
}
