export { UNITS } from '../lexicon/vocabulary.ts'
