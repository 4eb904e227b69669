/** Which of several things an ordinal word names: 1 for the first, up to 10; -1 for the last. */

const LAST = -1

/** Whole words, by what they name. */
const WORDS: readonly (readonly [number, string])[] = [
  [
    1,
    'first 1st erste ersten erster erstes erstem eerste premier première primer primero primera primeiro primeira primo prima',
  ],
  [2, 'second 2nd zweite zweiten zweiter zweites zweitem tweede deuxième seconde segundo segunda secondo seconda'],
  [
    3,
    'third 3rd dritte dritten dritter drittes drittem derde troisième tercer tercero tercera terceiro terceira terzo terza',
  ],
  [4, 'fourth 4th vierte vierten vierter viertes viertem vierde quatrième cuarto cuarta quarto quarta'],
  [5, 'fifth 5th fünfte fünften fünfter fünftes fünftem vijfde cinquième quinto quinta'],
  [6, 'sixth 6th sechste sechsten sechster sechstes sechstem zesde sixième sexto sexta sesto sesta'],
  [
    7,
    'seventh 7th siebte siebten siebter siebtes siebtem zevende septième séptimo séptima sétimo sétima settimo settima',
  ],
  [8, 'eighth 8th achte achten achter achtes achtem achtste huitième octavo octava oitavo oitava ottavo ottava'],
  [9, 'ninth 9th neunte neunten neunter neuntes neuntem negende neuvième noveno novena nono nona'],
  [10, 'tenth 10th zehnte zehnten zehnter zehntes zehntem tiende dixième décimo décima decimo decima'],
  [LAST, 'last letzte letzten letzter letztes letztem laatste dernier dernière último última ultimo ultima'],
]

/** What words begin with where they have many endings: Polish, Russian, Turkish, Arabic, Hindi. */
const BEGINNINGS: readonly (readonly [number, string])[] = [
  [1, 'pierwsz перв birinci الأول الاول पहल'],
  [2, 'drugi drugą druga втор ikinci الثاني दूसर'],
  [3, 'trzeci трет üçüncü الثالث तीसर'],
  [4, 'czwart четверт четвёрт dördüncü الرابع चौथ'],
  [5, 'piąt пятый пятую пятое пятая пятого beşinci الخامس पाँचव पांचव'],
  [6, 'szóst шест altıncı السادس छठ'],
  [7, 'siódm седьм yedinci السابع सातव'],
  [8, 'ósm восьм sekizinci الثامن आठव'],
  [LAST, 'ostatni последн sonuncu الأخير आखिरी आख़िरी'],
]

const BY_WORD = new Map(WORDS.flatMap(([number, list]) => list.split(' ').map((word) => [word, number] as const)))
const BY_BEGINNING = BEGINNINGS.flatMap(([number, list]) => list.split(' ').map((word) => [word, number] as const))
const FIRST_LETTERS = new Set(BY_BEGINNING.map(([beginning]) => beginning[0]))

/** An ordinal word that must have an article before it, or a noun behind it: "first" may as well begin a sentence. */
export function ordinalWord(lower: string): number | undefined {
  return BY_WORD.get(lower)
}

/** One of a language without articles. */
export function bareOrdinal(lower: string): number | undefined {
  if (!FIRST_LETTERS.has(lower[0])) return undefined
  return BY_BEGINNING.find(([beginning]) => lower.startsWith(beginning))?.[1]
}

const COUNTED =
  /第?\s*([一二三四五六七八九十]|\d{1,2})\s*(?:个|個|种|種|项|項|番目|番|つ目|번째|번|号|號)|(첫|두|세|네|다섯|여섯)\s?번째|(最後|最后|마지막)/gu
const SIGNS = '一二三四五六七八九十'
const KOREAN = ['첫', '두', '세', '네', '다섯', '여섯']

/** Ordinals of Chinese, Japanese and Korean, which are joined to what stands beside them. */
export function joinedOrdinals(text: string): number[] {
  return [...text.matchAll(COUNTED)]
    .map(([, sign, native, last]) => {
      if (last) return LAST
      if (native) return KOREAN.indexOf(native) + 1
      return SIGNS.includes(sign!) ? SIGNS.indexOf(sign!) + 1 : Number(sign)
    })
    .filter((number) => number !== 0)
}
