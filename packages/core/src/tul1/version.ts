/** Version label of the enhancement layer (spec 2.7). */
export const TUL1_VERSION = 'tul1-1.0.0'
