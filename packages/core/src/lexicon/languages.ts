import ar from './data/ar.json' with { type: 'json' }
import de from './data/de.json' with { type: 'json' }
import en from './data/en.json' with { type: 'json' }
import es from './data/es.json' with { type: 'json' }
import fr from './data/fr.json' with { type: 'json' }
import hi from './data/hi.json' with { type: 'json' }
import it from './data/it.json' with { type: 'json' }
import ja from './data/ja.json' with { type: 'json' }
import ko from './data/ko.json' with { type: 'json' }
import nl from './data/nl.json' with { type: 'json' }
import pl from './data/pl.json' with { type: 'json' }
import pt from './data/pt.json' with { type: 'json' }
import ru from './data/ru.json' with { type: 'json' }
import sv from './data/sv.json' with { type: 'json' }
import tr from './data/tr.json' with { type: 'json' }
import vi from './data/vi.json' with { type: 'json' }
import zh from './data/zh.json' with { type: 'json' }
import type { LexiconFile } from './lexicon-file.ts'

const FILES = { ar, de, en, es, fr, hi, it, ja, ko, nl, pl, pt, ru, sv, tr, vi, zh }

/** ISO 639-1 code of a language that has a lexicon. */
export type Language = keyof typeof FILES

export const LANGUAGES = Object.keys(FILES) as readonly Language[]

export const lexiconOf = (language: Language) => FILES[language] as unknown as LexiconFile
