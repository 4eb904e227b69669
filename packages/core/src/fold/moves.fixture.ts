import type { WireMessage } from './talk.fixture.ts'

export const user = (content: string): WireMessage => ({ role: 'user', content })
export const assistant = (content: string): WireMessage => ({ role: 'assistant', content })

export const GOODS = ['harbour', 'invoice', 'ledger', 'turbine', 'orchard', 'lantern', 'passport', 'violin', 'glacier']
const good = (place: number): string => GOODS[place % GOODS.length]!

/** `count` sentences, different in each message. */
export const move = (message: number, count: number): string =>
  Array.from({ length: count }, (_, place) => {
    const number = message * 100 + place
    return `The ${good(message * 7 + place * 3)} number ${number} was moved to hall ${(message + place) % 40} by the crew of ${good(message + place)}.`
  }).join(' ')
