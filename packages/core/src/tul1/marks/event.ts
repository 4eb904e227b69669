/** Somebody did something, or something happened: why what is said next is no longer what it was. */
const EVENT =
  /^(?:(?:\W{0,20}(?:and|but|so|well|ok|okay|oh|ah|ugh|hm+|good news|bad news|sorry|unfortunately|luckily|apparently|turns out|actually|update)\b){1,6}[,: ]*)?(?:(?:i|we|they|he|she|it|you|someone|somebody|nobody|one|two|three|four|five|some|many|all|both)|(?:the |my |our |his |her |their |your |a |an |another )?\p{L}+(?:\.? \p{L}+){0,2})(?: (?:of \p{L}+|just|have|has|had|already|finally|also|since|had to))* (?!(?:need|feed|speed|exceed|indeed|hundred|red|bed)\b)(?:\p{L}{2,}ed|went|gone|got|took|gave|came|left|lost|sold|sent|built|broke|chose|found|forgot|held|kept|paid|rose|ran|saw|spent|stood|threw|won|made|did|met|brought|began|fell|cut|put|read|let|quit|grew|drew|bought|trim|drop|cancel|change)\b/u

/** Whether a statement tells an event; in lower case. */
export function isEvent(text: string): boolean {
  return EVENT.test(text) && !/\b(?:not|never|n't|said|told|asked|wanted|used to)\b|n't\b/.test(text)
}
