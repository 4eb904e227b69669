import { describe, expect, it } from 'vitest'
import { fold } from '../../fold.ts'
import { unindented } from '../../record/read-record.fixture.ts'
import { conversationOf, countTokens, transcript, type WireMessage } from '../../talk.fixture.ts'

const FILLER = 'Darüber lässt sich viel sagen, und wer dort war, erzählt es jedes Mal ein wenig anders. '.repeat(4)
const TALK: readonly (readonly [string, string])[] = [
  ['Meine Tochter wünscht sich ein Fernrohr.', ''],
  ['Was taugt das kleine?', 'Mit dem langen Okular ist die Vergrößerung 35-fach, mit dem kurzen 70-fach.'],
  ['Und der Preis?', ''],
  ['Wo stellen wir es auf?', 'Auf dem Balkon genügt eine Platte aus Granit.'],
  ['Sie ist neun.', 'Kennt sie das Etui aus Kirschholz schon? Es verträgt höchstens vier Kilo.'],
  ['Welches Buch dazu?', ''],
  ['Gibt es einen Verein?', ''],
  ['Was sieht man im Winter?', ''],
]

function recallFor(question: string, later: readonly (readonly [string, string])[] = []): string {
  const messages = [...TALK, ...later].flatMap(([said, answer]): WireMessage[] => [
    { role: 'user', content: said },
    { role: 'assistant', content: `${FILLER}${answer}` },
  ])
  const conversation = conversationOf('openai-chat', [...messages, { role: 'user', content: question }])
  const { edits } = fold({ transcript: transcript(conversation), count: countTokens })
  return edits.flatMap((edit) => (edit.kind === 'recall' ? [unindented(edit.text)] : [])).join('\n')
}

describe('a short question', () => {
  it('gets the line of an answer with other forms of its words', () => {
    expect(recallFor('Welche Vergrößerungen haben die Okulare?')).toContain('35-fach')
  })

  it('gets the sentence after a matching line that is a question', () => {
    expect(recallFor('Was ist mit dem Etui aus Kirschholz?')).toContain('vier Kilo')
  })

  it('gets no line if most of its words do not occur in the history', () => {
    expect(recallFor('Wie hoch ist der Kölner Dom?')).not.toContain('35-fach')
  })
})
