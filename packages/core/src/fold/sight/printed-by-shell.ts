/**
 * Whether a message of the user is what a shell printed for an agent that writes its commands into its answers: it ends with
 * a prompt (`bash-$`, `root@host:/app#`), or begins as agents frame what they observed. People end no message of several
 * lines like that.
 */
export function isPrintedByShell(text: string): boolean {
  return PROMPT.test(lastLine(text)) || FRAMES.test(text)
}

/** A name, a place and the sign of a shell, alone on the last line. */
const PROMPT = /^[\w.@:~/()[\]-]{3,80} ?[$#] ?$/

/** How agents without tools of a provider begin what a command gave. */
const FRAMES = /^(?:OBSERVATION|Observation):\s|^<returncode>-?\d|^EXECUTION RESULT of \[/

function lastLine(text: string): string {
  const end = text.lastIndexOf('\n')
  return end < 0 ? '' : text.slice(end + 1)
}
