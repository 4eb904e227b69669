/** All sequences of `least` adjacent letters and figures. */
function runsOf(text: string, least: number): Set<string> {
  const runs = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    for (let at = 0; at + least <= word.length; at++) runs.add(word.slice(at, at + least))
  }
  return runs
}

/** The runs of `least` letters of `said` that are readable in `bytes`, in any usual encoding. */
export function readableIn(bytes: Uint8Array, said: string, least: number): string[] {
  // Copies have an even length: with others, Node 24 writes beyond the end of its memory.
  const units = [0, 1].map((from) => Uint8Array.from(bytes.subarray(from, bytes.length - ((bytes.length - from) % 2))))
  const views = [
    new TextDecoder('latin1').decode(bytes),
    new TextDecoder('utf-8').decode(bytes),
    ...units.map((even) => new TextDecoder('utf-16le').decode(even)),
  ]
  const runs = runsOf(said, least)
  return [...new Set(views.flatMap((view) => [...runsOf(view, least)]))].filter((run) => runs.has(run))
}
