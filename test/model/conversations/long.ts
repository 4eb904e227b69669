import { BAKERY_FACTS, BAKERY_TALK } from './bakery.ts'
import type { WrittenConversation } from './conversation.ts'
import { JOURNEY_FACTS, JOURNEY_TALK } from './journey.ts'

/** Somebody opens a bakery, and then dreams of a long ride. Twice as long as the window. */
export const BAKERY: WrittenConversation = {
  name: 'bakery',
  isShort: false,
  turns: [...BAKERY_FACTS, ...BAKERY_TALK, ...JOURNEY_TALK],
  questions: [
    { asked: 'What is the name of my bakery?', fact: ['Copper Spoon'] },
    { asked: 'In which town is my bakery?', fact: ['Leiden'] },
    { asked: 'What is the name of my partner?', fact: ['Matteo'] },
    { asked: 'On which date do we open?', fact: ['22 May', 'May 22'] },
    { asked: 'What is the alarm code of the shop?', fact: ['9053'] },
  ],
}

/** Somebody plans a long ride, and then thinks about opening a bakery. Twice as long as the window. */
export const JOURNEY: WrittenConversation = {
  name: 'journey',
  isShort: false,
  turns: [...JOURNEY_FACTS, ...JOURNEY_TALK, ...BAKERY_TALK],
  questions: [
    { asked: 'To which city do I want to ride?', fact: ['Trieste'] },
    { asked: 'What is the name of my bicycle?', fact: ['Juniper'] },
    { asked: 'What is the name of my sister?', fact: ['Henrike'] },
    { asked: 'On which date do we leave?', fact: ['3 July', 'July 3'] },
    { asked: 'With which number does the lock of my bicycle open?', fact: ['6617'] },
  ],
}
