/** UTF-16 units; the longest names of providers have some sixty. */
const MOST_CHARACTERS = 128

/** A model's name as it is stored. It comes from the client, so a long one is cut off, never within a character. */
export function storedModelName(model: string): string {
  if (model.length <= MOST_CHARACTERS) return model
  return Buffer.from(model.slice(0, MOST_CHARACTERS).replace(/[\ud800-\udbff]$/, ''), 'utf8').toString('utf8')
}
