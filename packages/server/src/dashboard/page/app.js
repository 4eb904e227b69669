import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { Accounts } from './accounts.js'
import { createApi } from './api.js'
import { Comparison } from './comparison.js'
import { time } from './format.js'
import { html } from './html.js'
import { Keys } from './keys.js'
import { Ledger } from './ledger.js'
import { Overview } from './overview.js'
import { SessionPage } from './session.js'
import { Sessions } from './sessions.js'
import { forget, recall, SignIn } from './sign-in.js'
import { TryIt } from './try-it.js'

/** The pages by their name in the address. `one`: the page of a single item. `role`: the only role that sees it. */
const PAGES = [
  { name: 'overview', label: 'Overview', page: Overview },
  { name: 'sessions', label: 'Sessions', page: Sessions, one: SessionPage },
  { name: 'try', label: 'Try it', page: TryIt },
  { name: 'comparison', label: 'Comparison', page: Comparison, role: 'admin' },
  { name: 'keys', label: 'Keys', page: Keys, role: 'admin' },
  { name: 'accounts', label: 'Accounts', page: Accounts, one: Ledger, role: 'admin' },
  { name: 'account', label: 'Account', page: Ledger, role: 'key' },
]

const THEME = 'pleat.theme'

function App() {
  const [api, setApi] = useState(() => {
    const known = recall()
    return known && createApi(known.token, known.role)
  })
  if (!api) return html`<${SignIn} onSignIn=${setApi} />`
  const leave = () => {
    forget()
    setApi(undefined)
  }
  return html`<${Shell} api=${api} onLeave=${leave} />`
}

function Shell({ api, onLeave }) {
  const [name, id, account] = useAddress()
  const pages = PAGES.filter(({ role }) => role === undefined || role === api.role)
  const current = pages.find((page) => page.name === name) ?? pages[0]
  // A page without `one` has no items: a key has only its own ledger.
  const item = current.one && id
  const Page = item === undefined ? current.page : current.one
  const key = `${name}/${id}/${account}`
  const isFirst = useRef(true)
  useEffect(() => {
    document.title = `${current.label} – Pleat`
    // Moves the focus to the new page, for users who do not see that it changed.
    if (!isFirst.current) document.getElementById('main').focus()
    isFirst.current = false
  }, [current, item])
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to the content</a>
    <header>
      <span class="brand">Pleat</span>
      <nav aria-label="Pages">
        ${pages.map(
          ({ name, label }) =>
            html`<a href=${`#/${name}`} aria-current=${name === current.name ? 'page' : undefined}>${label}</a>`,
        )}
      </nav>
      <span class="corner">
        <${Theme} />
        <button type="button" class="plain" onClick=${onLeave}>Sign out</button>
      </span>
    </header>
    <main id="main" tabindex="-1"><${Page} key=${key} api=${api} id=${item} account=${account} /></main>
    <${Footer} api=${api} />
  `
}

/** The part of the address after `#` belongs to the pages, so this link moves the focus itself. */
function skip(event) {
  event.preventDefault()
  document.getElementById('main').focus()
}

/** The instance and version of the server. */
function Footer({ api }) {
  const [status, setStatus] = useState()
  useEffect(() => {
    api.status().then(setStatus, () => {})
  }, [api])
  const instance =
    status?.host && `instance ${status.host}, process ${status.process_id}, since ${time(status.started_at)}`
  return html`
    <footer>
      Pleat ${status?.version ?? ''} at ${location.host}${instance && `, ${instance}`}. Signed in
      ${api.role === 'admin' ? ' with the admin token.' : ' with a key: this account only.'}
    </footer>
  `
}

function Theme() {
  const [theme, setTheme] = useState(localStorage.getItem(THEME) ?? 'system')
  useEffect(() => {
    localStorage.setItem(THEME, theme)
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme])
  return html`
    <label class="theme">
      Theme
      <select value=${theme} onChange=${(event) => setTheme(event.target.value)}>
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </select>
    </label>
  `
}

/** The parts of the address behind `#/`. */
function useAddress() {
  const [address, setAddress] = useState(location.hash)
  useEffect(() => {
    const read = () => setAddress(location.hash)
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])
  return address.replace(/^#\/?/, '').split('/').map(decode)
}

function decode(part) {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const root = document.getElementById('app')
root.replaceChildren()
render(html`<${App} />`, root)
