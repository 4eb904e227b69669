/** The signs of a question. */
export const QUESTION_SIGN = /[?？؟՞]/
/** A question at the end of a sentence, which may close a quotation, a bracket or an emphasis. */
export const QUESTION_END = /[?？؟՞]["'”’»)\]」』）*_]*$/u
