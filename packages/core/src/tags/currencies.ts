export { CURRENCIES } from '../lexicon/vocabulary.ts'
