import { existsSync, readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startPleat } from '../../test/harness/start-pleat.ts'
import { startStandIn } from '../../test/stand-in/start-stand-in.ts'
import { installPackages } from '../install-packages.ts'
import { answerTrial, TRIAL_TURNS } from './answers.ts'
import type { ClientTrial, TrialResult, TrialRoom } from './client-trial.ts'

/** Minimum savings in percent. Instructions and tools, which are never folded, are most of a short conversation. */
const LEAST_PERCENT = 5
/** Long enough that a client does not fail because the machine is busy. */
const FOLD_TIMEOUT_MS = 60_000
const INSTALL_TIMEOUT_MS = 400_000

/** Installs a missing client, plays its turns and returns the result. */
export async function tryClient(folder: string, trial: ClientTrial): Promise<TrialResult> {
  const { client, what, packages, needsScripts } = trial
  const place = join(folder, packages.join('+').replace(/[^\w.@+-]/g, '_'))
  const nothing = { client, what, version: '', requests: 0, sessions: 0, savedPercent: undefined }
  if (!existsSync(join(place, 'node_modules', packages[0]!))) {
    const options = needsScripts ? [] : ['--ignore-scripts']
    const problem = await installPackages(place, { packages, options, timeoutMs: INSTALL_TIMEOUT_MS })
    if (problem !== undefined) return { ...nothing, outcome: 'not installed', note: problem }
  }
  const version = versionOf(place, packages[0]!)
  const standIn = await startStandIn({ answer: answerTrial })
  const pleat = await startPleat({
    providerUrl: standIn.url,
    overrides: { limits: { foldTimeoutMs: FOLD_TIMEOUT_MS } },
  })
  const own = join(place, `trial-${Date.now()}`)
  const [home, project] = [join(own, 'home'), join(own, 'project')]
  await mkdir(home, { recursive: true })
  await mkdir(project)
  const room: TrialRoom = { folder: place, home, project, pleat, standIn, turns: TRIAL_TURNS }
  try {
    const problem = await trial.play(room).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    )
    const figures = figuresOf(room)
    const problems = [...(problem === undefined ? [] : [problem]), ...problemsIn(room, trial, figures)]
    return {
      ...nothing,
      ...figures,
      version,
      outcome: problems.length === 0 ? 'works' : 'failed',
      note: problems.length === 0 ? (trial.unfolded ?? '') : problems.join('; '),
    }
  } finally {
    await pleat.close()
    await standIn.close()
  }
}

type Figures = Pick<TrialResult, 'requests' | 'sessions' | 'savedPercent'>

function figuresOf({ pleat }: TrialRoom): Figures {
  const lines = pleat.requestLines()
  const folded = lines.filter(({ method, path }) => method === 'POST' && FOLDED.test(String(path)))
  const percents = folded.flatMap(({ originalTokens, optimizedTokens }) =>
    Number(originalTokens) > 0 ? [100 * (1 - Number(optimizedTokens) / Number(originalTokens))] : [],
  )
  return {
    requests: lines.length,
    sessions: new Set(folded.map(({ session }) => session)).size,
    savedPercent: percents.length === 0 ? undefined : Math.max(...percents),
  }
}

const FOLDED = /^\/v1\/(?:chat\/completions|messages|responses)$/

function problemsIn({ pleat, standIn }: TrialRoom, { unfolded }: ClientTrial, figures: Figures): string[] {
  const lost = standIn.requests.filter(({ answer }) => answer.body.includes('"prefix_mismatch"')).length
  return [
    ...new Set(standIn.refusals().map(({ refusal }) => `refused by the provider: ${refusal}`)),
    ...new Set(pleat.problems().map(({ msg }) => `logged: ${String(msg)}`)),
    ...(lost > 0 ? [`reasoning was lost in ${lost} answers`] : []),
    ...(figures.requests === 0 ? ['no request was sent'] : []),
    ...(unfolded === undefined && !((figures.savedPercent ?? 0) > LEAST_PERCENT) ? ['nothing was saved'] : []),
  ]
}

function versionOf(folder: string, name: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8')) as {
    version: string
  }
  return version
}
