import { type WrittenConversation, worded } from './conversation.ts'

/** Somebody moves into a flat. Fits the window. */
export const FLAT: WrittenConversation = {
  name: 'flat',
  isShort: true,
  turns: [
    [
      'I am moving into a new flat next month. The door code of the house is 4821, I must not forget it.',
      'Congratulations on the flat. I have noted that the door code of the house is 4821.',
    ],
    [
      'My landlady is called Ingrid. She lives in Bergen, so I will hardly ever see her.',
      'Noted: your landlady is Ingrid and she lives in Bergen.',
    ],
    [
      'The keys are handed over on 17 October.',
      'Good. I have noted 17 October for the keys. Read the meters on that day and take photographs of every room.',
    ],
    [
      'What should I buy first?',
      'A bed, a lamp and something to cook with. Everything else can wait until you know how you use the rooms. Many people buy a sofa too early and then find that it does not go through the door.',
    ],
    [
      'The kitchen has no oven. Can I cook well without one?',
      'Yes. Two good pans and a pot do most of the work: stews, rice, eggs, vegetables, pancakes, even flat bread. For a roast or a cake you can ask a neighbour, or buy a small oven for the table later.',
    ],
    [
      'Which plants survive a window to the north?',
      'A snake plant, a cast iron plant, most ferns and the peace lily. Water them less than you think, and turn them a little every week so that they grow straight.',
    ],
    [
      'The walls are very white. Any ideas?',
      'Hang one large picture instead of many small ones, and put a warm lamp below it. A rug takes away the echo as well. Painting one wall in a soft green is cheap, and you can paint it back when you leave.',
    ],
    [
      'How do I keep noise away from the neighbours below?',
      'Put felt under the chairs, a thick rug where you walk most, and rubber under the washing machine. Tell them about your first party a week before it, and give them your number.',
    ],
    [
      'Do I need an insurance?',
      'One for damage that you do to others is worth having everywhere, since water that runs into the flat below gets expensive quickly. One for your own things is worth it only when they are worth much.',
    ],
    [
      'And how do I carry a piano up the stairs?',
      'You do not. Three people who do that every day, with straps and a small cart, need half an hour for it. Measure the turns of the stairs before you ask them for a price.',
    ],
  ],
  questions: [
    ...worded(
      ['4821'],
      [
        'What is the door code of the house?',
        'What was the door code again?',
        'Which code opens the door of the house?',
      ],
    ),
    ...worded(['Ingrid'], ['What is the name of my landlady?', 'What is my landlady called?', 'Who is my landlady?']),
    ...worded(
      ['Bergen'],
      ['In which city does my landlady live?', 'Where does my landlady live?', 'Which city is my landlady in?'],
    ),
    ...worded(
      ['17 October', 'October 17'],
      ['On which date are the keys handed over?', 'When do I get the keys?', 'On what day are the keys handed over?'],
    ),
  ],
}
