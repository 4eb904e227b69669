/** A worker that serves nothing: it reports its start, and ends when it is asked to stop. */
process.send!({ pleat: [{ call: 'started', id: 0, argument: { url: 'http://127.0.0.1:1' } }] })
process.on('message', (message: { pleat?: readonly { call: string }[] }) => {
  if (message.pleat?.some(({ call }) => call === 'stop')) process.exit(0)
})
process.on('disconnect', () => process.exit(0))
