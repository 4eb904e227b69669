/** Months and weekdays in order, in English, German, French, Spanish, Italian, Portuguese and Dutch where they differ. */
const MONTH_LIST = `
january jan januar januari janvier enero gennaio janeiro
february feb februar februari février febrero febbraio fevereiro
march mar märz marzo março maart
april apr avril abril aprile
may mai mayo maggio maio mei
june jun juni juin junio giugno junho
july jul juli juillet julio luglio julho
august aug août agosto augustus
september sep sept septembre septiembre settembre setembro
october oct oktober octobre octubre ottobre outubro
november nov novembre noviembre novembro
december dec dezember décembre diciembre dicembre dezembro
`
const WEEKDAY_LIST = `
monday montag lundi lunes lunedì segunda-feira maandag mondays
tuesday dienstag mardi martes martedì terça-feira dinsdag tuesdays
wednesday mittwoch mercredi miércoles mercoledì quarta-feira woensdag wednesdays
thursday donnerstag jeudi jueves giovedì quinta-feira donderdag thursdays
friday freitag vendredi viernes venerdì sexta-feira vrijdag fridays
saturday samstag sonnabend samedi sábado sabato zaterdag saturdays
sunday sonntag dimanche domingo domenica zondag sundays
`
const DAY_LIST = `
today heute oggi hoje vandaag
tomorrow morgen demain mañana domani amanhã
yesterday gestern ayer ieri ontem gisteren
tonight tonite
`

function numbered(list: string, name: (line: readonly string[], place: number) => string): Map<string, string> {
  const words = new Map<string, string>()
  const lines = list.trim().split('\n')
  lines.forEach((line, place) => {
    const spellings = line.split(' ')
    for (const word of spellings) words.set(word, name(spellings, place))
  })
  return words
}

/** `01` to `12`. */
export const MONTHS: ReadonlyMap<string, string> = numbered(MONTH_LIST, (_, place) =>
  String(place + 1).padStart(2, '0'),
)
/** English name of the weekday. */
export const WEEKDAYS: ReadonlyMap<string, string> = numbered(WEEKDAY_LIST, (words) => words[0]!)
/** English name of a day beside today. */
export const NEAR_DAYS: ReadonlyMap<string, string> = numbered(DAY_LIST, (words) => words[0]!)
/** Months that are other words as well: they need a day or a year beside them. */
export const SHARED_MONTHS: ReadonlySet<string> = new Set('may march mar mai mei jan jun dec sep'.split(' '))
