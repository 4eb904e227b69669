import { useRef, useState } from 'preact/hooks'

/**
 * Runs work that changes the data, then `reload`. It reloads after a failure too: a change may have been made although
 * its response was lost. Calls during the work, such as those of a double click, are ignored. `problem` is the reason
 * of the newest failure, or empty.
 */
export function useAction(reload) {
  const [problem, setProblem] = useState('')
  const isRunning = useRef(false)
  const act = async (work) => {
    if (isRunning.current) return
    isRunning.current = true
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(error.message)
    } finally {
      isRunning.current = false
      reload()
    }
  }
  return { act, problem }
}
