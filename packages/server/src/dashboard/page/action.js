import { useState } from 'preact/hooks'

/** Runs work that changes the data, then `onDone`. `problem` is the reason of the newest failure, or empty. */
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
