import { useState } from 'preact/hooks'

/** Runs work that changes what is shown, then `onDone`. `problem` says why the newest work failed; it is empty when it did not. */
export function useAction(onDone) {
  const [problem, setProblem] = useState('')
  const act = async (work) => {
    setProblem('')
    try {
      await work()
      onDone()
    } catch (error) {
      setProblem(error.message)
    }
  }
  return { act, problem }
}
