import { useEffect, useMemo, useState } from 'preact/hooks'
import { compareRequests, partsOf, recordLines } from './compare.js'
import { count, percent } from './format.js'
import { html } from './html.js'
import { Figure } from './parts.js'
import { readTranscript } from './transcript.js'

const FORMATS = [
  ['', 'Detected from the text'],
  ['openai-chat', 'Chat completions'],
  ['anthropic-messages', 'Messages'],
  ['openai-responses', 'Responses'],
]

/** Shows the request that would be sent. Nothing is stored. */
export function TryIt({ api }) {
  const [text, setText] = useState('')
  const [format, setFormat] = useState('')
  const [shown, setShown] = useState({})
  const read = async (file) => file && setText(await file.text())
  const drop = (event) => {
    event.preventDefault()
    const { files } = event.dataTransfer
    if (files.length > 0) read(files[0])
    else setText(event.dataTransfer.getData('text/plain'))
  }
  const submit = async (event) => {
    event.preventDefault()
    setShown({ isAsking: true })
    try {
      setShown(await compress(api, text, format))
    } catch (error) {
      setShown({ problem: error.message })
    }
  }
  return html`
    <h1>Try it</h1>
    <p class="quiet">
      Paste or drop a request body or a transcript. It is sent to this server only, which stores nothing and calls no provider.
    </p>
    <form onSubmit=${submit} onDrop=${drop} onDragOver=${(event) => event.preventDefault()}>
      <label for="request">Request or transcript</label>
      <textarea id="request" rows="8" spellcheck="false" required value=${text} onInput=${(event) => setText(event.target.value)}></textarea>
      <div class="row">
        <label>File <input type="file" accept=".json,.jsonl,.txt,.md" onChange=${(event) => read(event.target.files[0])} /></label>
        <label>
          API
          <select value=${format} onChange=${(event) => setFormat(event.target.value)}>
            ${FORMATS.map(([value, label]) => html`<option value=${value}>${label}</option>`)}
          </select>
        </label>
        <button disabled=${shown.isAsking}>${shown.isAsking ? 'Compressing…' : 'Compress'}</button>
      </div>
    </form>
    <p class="problem" role="alert">${shown.problem}</p>
    ${shown.answer && html`<${Outcome} ...${shown} />`}
  `
}

async function compress(api, text, wanted) {
  const { format, body, notes } = readTranscript(text)
  const answer = await api.compress(wanted || format, body)
  return { answer, notes, comparison: compareRequests(JSON.parse(body), answer.request) }
}

/** Outcomes of a folded request. The last two are folded tighter, to fit into the model's context window. */
const FOLDED = ['folded', 'recalled', 'window', 'window-pins']

function Outcome({ answer, notes, comparison }) {
  const isDone = FOLDED.includes(answer.compression)
  return html`
    <section aria-label="Outcome" role="status">
      <dl class="figures">
        <${Figure} label=${isDone ? 'Outcome' : 'Not folded because'} value=${answer.compression} />
        <${Figure} label="Original tokens" value=${count(answer.original_tokens)} />
        <${Figure} label="Sent tokens" value=${count(answer.optimized_tokens)} />
        <${Figure} label="Saved" value=${percent(answer.saved_tokens, answer.original_tokens)} />
      </dl>
      ${notes.map((note) => html`<p class="quiet">${note}</p>`)}
    </section>
    <p class="legend-parts">
      <span class="kept">in the record word for word</span> <span class="abridged">abridged</span> <del>left out</del>
    </p>
    <div class="sides">
      <section aria-labelledby="original">
        <h2 id="original">Original</h2>
        <${Gradual} of=${comparison.original} draw=${Original} />
      </section>
      <section aria-labelledby="sent">
        <h2 id="sent">Request that would be sent</h2>
        <${Gradual} of=${comparison.sent} draw=${Sent} />
      </section>
    </div>
  `
}

/** Number of messages or lines that are drawn at once: more than a screen. */
const FIRST_DRAWN = 24

/** Milliseconds between two steps, in which the page handles input. */
const PAUSE_MS = 100

/** Draws the first items of a long list at once, and twice as many with each later step. */
function Gradual({ of, draw: Item }) {
  const [drawn, setDrawn] = useState(FIRST_DRAWN)
  useEffect(() => {
    if (drawn >= of.length) return undefined
    const timer = setTimeout(() => setDrawn(2 * drawn), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [drawn, of])
  return html`<div aria-busy=${drawn < of.length}>${of.slice(0, drawn).map((item) => html`<${Item} item=${item} />`)}</div>`
}

function Original({ item }) {
  const { role, turn, speaker, text, fate, record } = item
  const parts = useMemo(() => (fate === 'folded' ? partsOf(text, record) : undefined), [item])
  return html`
    <article class=${`message ${fate}`} id=${`original-${turn}${speaker}`} tabindex="-1">
      <h3>Turn ${turn}, ${role} <small>${fate}</small></h3>
      <p>${parts ? parts.map(drawPart) : text}</p>
    </article>
  `
}

function drawPart({ text, fate }) {
  return fate === 'omitted' ? html`<del>${text}</del>` : html`<span class=${fate}>${text}</span>`
}

function Sent({ item }) {
  const { role, text, fate } = item
  const lines = useMemo(() => (fate === 'unchanged' ? [] : recordLines(text)), [item])
  if (fate === 'unchanged') {
    return html`<article class="message unchanged"><h3>${role} <small>unchanged</small></h3><p>${text}</p></article>`
  }
  return html`
    <article class=${`message ${fate}`}>
      <h3>${role} <small>${fate}</small></h3>
      <div class="record"><${Gradual} of=${lines} draw=${Line} /></div>
    </article>
  `
}

/** A line of a record, linked to the message that it replaces. */
function Line({ item }) {
  const { label, turn, speaker, parts } = item
  const words = parts.map(({ text, isGap }) =>
    isGap ? html`<span class="gap" title="tokens left out">${text}</span>` : text,
  )
  if (label === undefined) return html`<p>${words}</p>`
  const go = () => {
    const target = document.getElementById(`original-${turn}${speaker}`)
    target?.scrollIntoView({ block: 'center' })
    target?.focus({ preventScroll: true })
  }
  return html`<p><button type="button" class="source" aria-label=${`${label}: show turn ${turn} in the original`} onClick=${go}>${label}</button> ${words}</p>`
}
