import { type WrittenConversation, worded } from './conversation.ts'

/** Somebody gets a dog. Fits the window. */
export const DOG: WrittenConversation = {
  name: 'dog',
  isShort: true,
  turns: [
    [
      'We are getting a young dog on Saturday, from a shelter. Her name is Pepper.',
      'How nice. I have noted that the dog is called Pepper and that she comes on Saturday.',
    ],
    [
      'Our vet is Doctor Okafor. The first appointment is on 9 March.',
      'Noted: Doctor Okafor, first appointment on 9 March. Take the papers of the shelter with you.',
    ],
    [
      'The shelter says that she is allergic to chicken, so never give her any.',
      'That matters: she is allergic to chicken. Read the small print on dog food, since many kinds hold it.',
    ],
    [
      'What do we need for the first night?',
      'A basket with a blanket in your bedroom, a bowl of water, and patience. She will cry a little, which is not a disaster. Take her out once more right before you go to sleep, and again very early.',
    ],
    [
      'How often does a young dog have to go out?',
      'Every two or three hours by day, and after each meal, each sleep and each game. At five months most can wait all night. Praise her outside and say nothing when something goes wrong inside.',
    ],
    [
      'Our children are four and seven. What should they know?',
      'Never wake her, never take her food away, never run after her into her basket. Let her come to them instead. A child of seven can hold the leash with you, and a child of four can throw the ball.',
    ],
    [
      'She pulls on the leash, they say.',
      'Then stop each time the leash gets tight, and go on when it is loose again. It is boring for a week and then it works. Long walks on a short leash teach her nothing.',
    ],
    [
      'Which toys are good?',
      'Something to chew, something to carry and something to search for. Put most of them away and change them every few days, so that they stay interesting. Sticks break and hurt, so leave them in the wood.',
    ],
    [
      'May she be alone in the mornings?',
      'Not in the first weeks. Begin with one minute, then three, then ten, and always come back before she cries. After two months four hours are possible for most dogs.',
    ],
    [
      'And what about the garden?',
      'Look for holes in the fence from her height, and for plants that are poisonous, such as yew and lily of the valley. A corner with sand where she may dig saves the flower beds.',
    ],
  ],
  questions: [
    ...worded(['Pepper'], ['What is the name of our dog?', 'What is our dog called?', 'Which name does our dog have?']),
    ...worded(['Okafor'], ['What is the name of our vet?', 'Who is our vet?', 'What is our vet called?']),
    ...worded(
      ['9 March', 'March 9'],
      [
        'On which date is the first appointment?',
        'When is the first appointment?',
        'On what day do we go to the vet first?',
      ],
    ),
    ...worded(
      ['chicken'],
      ['What is our dog allergic to?', 'Which food is our dog allergic to?', 'What must our dog not eat?'],
    ),
  ],
}
