import { expect, it } from 'vitest'
import { playRecording, type Rooms, WireFigures } from './play.ts'
import { CHAT } from './wires.ts'
import { withRooms } from './with-rooms.ts'

it('closes Pleat and the stand-in provider after a failure', async () => {
  const urls: string[] = []
  const failing = withRooms(async ({ pleat, standIn }) => {
    urls.push(pleat.url, standIn.url)
    throw new Error('the replay failed')
  })
  await expect(failing).rejects.toThrow('the replay failed')
  expect(urls).toHaveLength(2)
  for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed')
})

it('counts a request that reaches no provider as failed, and does not throw', async () => {
  const figures = new WireFigures()
  await withRooms(async (rooms) => {
    const unknown: Rooms = { ...rooms, pleat: { ...rooms.pleat, url: rooms.pleat.url, key: 'pleat_unknown' } }
    const messages = [
      { role: 'user' as const, text: 'When does it open?', calls: [] },
      { role: 'assistant' as const, text: 'At 6:45.', calls: [] },
    ]
    await playRecording(unknown, CHAT, { messages, id: 'a' }, figures)
  })
  expect(figures).toMatchObject({ requests: 1, failed: 1, bodyDiffers: 1 })
})
