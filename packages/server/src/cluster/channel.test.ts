import { expect, test, vi } from 'vitest'
import { Channel } from './channel.ts'

interface Here {
  add(numbers: readonly number[]): Promise<number>
  fail(nothing: null): void
}

interface There {
  note(text: string): void
}

/** Two ends that exchange JSON, and the messages between them. */
function link() {
  const messages: string[] = []
  const send = (to: () => { receive(message: unknown): void }) => ({
    send(message: object) {
      messages.push(JSON.stringify(message))
      setImmediate(() => to().receive(JSON.parse(JSON.stringify(message))))
      return true
    },
  })
  const here = new Channel<Here, There>(send(() => there))
  const there: Channel<There, Here> = new Channel<There, Here>(send(() => here))
  return { here, there, messages }
}

test('a call resolves to the result of the other side, in any order of results', async () => {
  const { here, there } = link()
  here.offer('add', async (numbers) => {
    if (numbers.length > 2) await new Promise((resolve) => setTimeout(resolve, 20))
    return numbers.reduce((sum, number) => sum + number, 0)
  })
  expect(await Promise.all([there.ask('add', [1, 2, 3]), there.ask('add', [4, 5])])).toEqual([6, 9])
})

test('calls of one tick share a message', async () => {
  const { here, there, messages } = link()
  here.offer('add', async ([number = 0]) => number)
  await Promise.all(Array.from({ length: 50 }, (_, index) => there.ask('add', [index])))
  expect(messages).toHaveLength(2)
})

test('a call rejects when it throws on the other side, and when it is not offered', async () => {
  const { here, there } = link()
  here.offer('fail', () => {
    throw new Error('no room')
  })
  await expect(there.ask('fail', null)).rejects.toThrow('no room')
  await expect(there.ask('add', [])).rejects.toThrow('add is not offered')
})

test('a call by `tell` gets no response', async () => {
  const { here, there, messages } = link()
  const notes: string[] = []
  there.offer('note', (text) => void notes.push(text))
  here.tell('note', 'one')
  await vi.waitFor(() => expect(notes).toEqual(['one']))
  expect(messages).toHaveLength(1)
})

test('pending and later calls fail once the other process has ended', async () => {
  const { here, there } = link()
  here.offer('add', () => new Promise<number>(() => {}))
  const waiting = there.ask('add', [])
  there.close()
  await expect(waiting).rejects.toThrow('gone')
  await expect(there.ask('add', [])).rejects.toThrow('gone')
})

test("messages that are not a channel's are ignored", async () => {
  const { here, there, messages } = link()
  here.offer('add', async ([number = 0]) => number)
  const asked = there.ask('add', [7])
  for (const message of [null, 'x', { cmd: 'NODE_HANDLE', id: 1, result: 5 }, { pleat: 'x' }]) {
    here.receive(message)
    there.receive(message)
  }
  expect(await asked).toBe(7)
  // The call and its result.
  expect(messages).toHaveLength(2)
})
