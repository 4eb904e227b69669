/**
 * True if a user message is terminal output for an agent that writes its commands into its answers. It ends with a prompt
 * (`bash-$`, `root@host:/app#`), or begins like an agent's observation. People do not end messages of several lines like that.
 */
export function isPrintedByShell(text: string): boolean {
  const end = text.lastIndexOf('\n')
  return (end >= 0 && PROMPT.test(text.slice(end + 1))) || FRAMES.test(text)
}

/** A name, a path and the prompt character of a shell, alone on the last line. */
const PROMPT = /^[\w.@:~/()[\]-]{3,80} ?[$#] ?$/

/** First words of command output in agents without the provider's tools. */
const FRAMES = /^(?:OBSERVATION|Observation):\s|^<returncode>-?\d|^EXECUTION RESULT of \[/
