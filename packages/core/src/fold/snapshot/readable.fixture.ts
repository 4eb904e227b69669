/** Letters and figures side by side, at least so many. */
function runsOf(text: string, least: number): Set<string> {
  const runs = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    for (let at = 0; at + least <= word.length; at++) runs.add(word.slice(at, at + least))
  }
  return runs
}

/** The runs of `least` letters of `said` that can be read in `bytes`, in whatever usual encoding. */
export function readableIn(bytes: Uint8Array, said: string, least: number): string[] {
  const buffer = Buffer.from(bytes)
  const shifted = buffer.subarray(1)
  const views = [
    buffer.toString('latin1'),
    buffer.toString('utf8'),
    buffer.toString('utf16le'),
    shifted.toString('utf16le'),
  ]
  const runs = runsOf(said, least)
  return [...new Set(views.flatMap((view) => [...runsOf(view, least)]))].filter((run) => runs.has(run))
}
