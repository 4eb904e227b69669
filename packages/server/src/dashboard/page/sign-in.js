import { useState } from 'preact/hooks'
import { signIn } from './api.js'
import { html } from './html.js'

/** Name in the session storage, which the browser clears when the tab is closed. */
const STORED = 'pleat.token'

/** The signed-in user of this tab. Undefined: none. */
export function recall() {
  try {
    return JSON.parse(sessionStorage.getItem(STORED)) ?? undefined
  } catch {
    return undefined
  }
}

export function forget() {
  sessionStorage.removeItem(STORED)
}

export function SignIn({ onSignIn }) {
  const [problem, setProblem] = useState('')
  const [isAsking, setIsAsking] = useState(false)
  const submit = async (event) => {
    event.preventDefault()
    const token = new FormData(event.target).get('token').trim()
    setIsAsking(true)
    setProblem('')
    try {
      const api = await signIn(token)
      sessionStorage.setItem(STORED, JSON.stringify({ token: api.token, role: api.role }))
      onSignIn(api)
    } catch (error) {
      setProblem(error.message)
      setIsAsking(false)
    }
  }
  return html`
    <main class="sign-in">
      <h1>Pleat</h1>
      <form onSubmit=${submit}>
        <label for="token">Admin token or key</label>
        <input
          id="token"
          name="token"
          type="password"
          autocomplete="off"
          spellcheck="false"
          required
          aria-describedby="token-help token-problem"
          aria-invalid=${problem !== ''}
        />
        <p id="token-help" class="quiet">
          The token in PLEAT_ADMIN_TOKEN shows every account. A key (pleat_…) shows its own account. The browser stores
          it in this tab only, until the tab is closed.
        </p>
        <p id="token-problem" class="problem" role="alert">${problem}</p>
        <button disabled=${isAsking}>${isAsking ? 'Signing in…' : 'Sign in'}</button>
      </form>
    </main>
  `
}
