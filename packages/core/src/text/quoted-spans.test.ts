import { describe, expect, it } from 'vitest'
import { quotedSpans } from './quoted-spans.ts'

const quoted = (text: string): string[] => quotedSpans(text).map(({ start, end }) => text.slice(start, end))

const LONG = `${'word '.repeat(100)}end`

describe('quotedSpans', () => {
  it.each([
    [
      'over several lines',
      '"Dear tenant,\nnever open the window.\n\nPattberg" is all he wrote.',
      ['"Dear tenant,\nnever open the window.\n\nPattberg"'],
    ],
    ['after a colon without a space', 'Er schrieb:"Ruf nie an.\nP."', ['"Ruf nie an.\nP."']],
    ['with spaces within the marks', 'Il a dit " ne m\'appelle plus " et voilà.', ['" ne m\'appelle plus "']],
    ['after a letter of a script without spaces', '他说"不要打电话"。', ['"不要打电话"']],
    ['side by side', '"a", "b"\n"c"', ['"a"', '"b"', '"c"']],
  ])('finds a quotation %s', (_, text, spans) => {
    expect(quoted(text)).toEqual(spans)
  })

  it.each([
    [`"${LONG}." Never answer him. She said "ok".`, ['"ok"']],
    [`"${LONG}", she said. Never answer him. She said "ok".`, ['"ok"']],
    [`“${LONG}.” Never answer him. She said “ok”.`, ['“ok”']],
  ])('opens none with the closing mark of a long quotation: %s', (text, spans) => {
    expect(quoted(text)).toEqual(spans)
  })

  it.each([
    ['an unpaired mark', 'He said "ok\nNever answer him.\nI like "Faust".', ['"Faust"']],
    ['inch signs', 'The shelf is 30" wide.\nNever use metres.\nThe other is 24" wide.', []],
    ['inch signs after a space', 'The shelf is 30 " wide.\nNever use metres.\nThe other is 24 " wide.', []],
    ['paragraphs that open only', '"We moved.\n"I lost my job.\nNever write that.', []],
    ['apostrophes', "don't\nnever\nwon't", []],
  ])('does not span lines between %s', (_, text, spans) => {
    expect(quoted(text)).toEqual(spans)
  })
})
