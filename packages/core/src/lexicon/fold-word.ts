/** Marks of short vowels and lengthening, which are optional in Arabic. */
const ARABIC_MARKS = /[\u0640\u064b-\u0652\u0670]/g
const ARABIC_FORMS: Readonly<Record<string, string>> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ى: 'ي', ة: 'ه' }
const ACCENTS = /[\u0300-\u036f]/g
const LETTERS: Readonly<Record<string, string>> = { đ: 'd', ł: 'l', ı: 'i', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe' }
const APOSTROPHES = /[’‘ʼ`´＇]/g

/**
 * The form of a word in which the lexicon compares it: lower case, one apostrophe, one form of Arabic letters. Accents stay.
 */
export function foldWord(word: string): string {
  const kind = kindOf(word)
  if (kind === 'plain') return word
  if (kind === 'ascii') return word.toLowerCase().replace(/`/g, "'")
  let folded = word
    .normalize('NFKC')
    .replace(/İ/g, 'i')
    .toLowerCase()
    .replace(APOSTROPHES, "'")
    .replace(/\u093c/g, '')
  if (/[\u0600-\u06ff]/.test(folded))
    folded = folded.replace(ARABIC_MARKS, '').replace(/[أإآٱىة]/g, (letter) => ARABIC_FORMS[letter]!)
  return folded
}

/** A folded word without accents, as it is often typed. Vowel signs of other scripts are not accents. */
export function withoutAccents(folded: string): string {
  if (kindOf(folded) !== 'other') return folded
  // NFD splits Hangul syllables, so they are composed again.
  return folded
    .normalize('NFD')
    .replace(ACCENTS, '')
    .replace(/[đłıßøæœ]/g, (letter) => LETTERS[letter]!)
    .normalize('NFC')
}

/** Most words need no folding: lower-case ASCII, or composed kana, Han and Hangul. */
function kindOf(word: string): 'plain' | 'ascii' | 'other' {
  let kind: 'plain' | 'ascii' = 'plain'
  for (let i = 0; i < word.length; i++) {
    const code = word.charCodeAt(i)
    if (code > 127 && !isComposedEastern(code)) return 'other'
    if ((code >= 65 && code <= 90) || code === 96) kind = 'ascii'
  }
  return kind
}

function isComposedEastern(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0xac00 && code <= 0xd7a3)
  )
}
