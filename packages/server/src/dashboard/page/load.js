import { useCallback, useEffect, useState } from 'preact/hooks'
import { html } from './html.js'

/** Runs `load` now and after each change of `inputs`. */
export function useLoad(load, inputs) {
  const [state, setState] = useState({ isLoading: true })
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isCurrent = true
    setState((before) => ({ ...before, isLoading: true, error: undefined }))
    load().then(
      (data) => isCurrent && setState({ data }),
      (error) => isCurrent && setState({ error }),
    )
    return () => {
      isCurrent = false
    }
  }, [...inputs, round])
  const reload = useCallback(() => setRound((number) => number + 1), [])
  return { ...state, reload }
}

/** The loaded data, or the reason of a failure. */
export function Loaded({ state, children }) {
  if (state.error) return html`<p class="problem" role="alert">${state.error.message}</p>`
  if (state.data === undefined) return html`<p class="quiet" role="status">Loading…</p>`
  return children(state.data)
}
