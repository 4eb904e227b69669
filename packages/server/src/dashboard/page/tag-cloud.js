import { useState } from 'preact/hooks'
import { count } from './format.js'
import { html } from './html.js'

const MAX_SHOWN = 80
const LEAST_SIZE = 0.85
const SIZE_RANGE = 1.5

/** The kinds of tags whose words are stored. */
const KINDS = ['term', 'name', 'identifier']

/** The tags of a session: size is weight, colour is kind. Pointing at a tag or focusing it shows its turns. */
export function TagCloud({ cloud }) {
  const [shown, setShown] = useState()
  if (!cloud)
    return html`<p class="quiet">No tag cloud is stored: tag clouds are turned off, or the session is too new.</p>`
  const named = cloud.tags.filter(({ word }) => word !== null).slice(0, MAX_SHOWN)
  const most = Math.max(...named.map(({ weight }) => weight), 0) || 1
  // By word, so that a tag keeps its position when weights change.
  const sorted = [...named].sort((one, other) => one.word.localeCompare(other.word))
  return html`
    <p class="legend-tags">
      ${KINDS.map((kind) => html`<span class=${`tag-${kind}`}>${kind}</span>`)}
    </p>
    <ul class="cloud">
      ${sorted.map(
        (tag) => html`
          <li>
            <button
              type="button"
              class=${`tag tag-${tag.kind}`}
              style=${{ fontSize: `${LEAST_SIZE + SIZE_RANGE * Math.sqrt(tag.weight / most)}rem` }}
              title=${describe(tag)}
              onMouseEnter=${() => setShown(tag)}
              onFocus=${() => setShown(tag)}
              onClick=${() => setShown(tag)}
            >${tag.word}</button>
          </li>
        `,
      )}
    </ul>
    <p class="quiet" role="status">
      ${shown ? `${shown.word}: ${describe(shown)}` : 'Point at a tag to see its turns.'}
    </p>
    <p class="quiet">
      The ${named.length} heaviest words of ${count(cloud.size)} tags, from ${count(cloud.messages)} messages up to turn ${' '}${cloud.turn}. Numbers, addresses and other values, and words that only one message uses, are stored as hashes.
    </p>
  `
}

function describe({ kind, first_turn: first, last_turn: last, count: uses, messages, held }) {
  const turns = first === last ? `turn ${first}` : `turns ${first} to ${last}`
  return `${kind}, ${turns}, ${uses} uses in ${messages} messages, in digests ${held} times`
}
