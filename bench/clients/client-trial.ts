import type { Pleat } from '../../test/harness/start-pleat.ts'
import type { StandIn } from '../../test/stand-in/start-stand-in.ts'

/** What is said in one turn, and how its answer is known. */
export interface TrialTurn {
  readonly number: number
  readonly question: string
  /** In the answer of this turn and in no other. */
  readonly reference: string
  /** The result of the tool call of this turn. */
  readonly result: string
}

/** A trial of one client: it is installed in `folder` and has a server of its own. */
export interface TrialRoom {
  readonly folder: string
  /** An empty folder, used as the home directory. */
  readonly home: string
  /** An empty folder that agents work in. */
  readonly project: string
  readonly pleat: Pleat
  readonly standIn: StandIn
  readonly turns: readonly TrialTurn[]
}

/** One client in one way of using it. */
export interface ClientTrial {
  /** As in the table. */
  readonly client: string
  /** What is used of it. */
  readonly what: string
  /** The first one's version is shown. */
  readonly packages: readonly string[]
  /** Whether a package works only after its own scripts were run. */
  readonly needsScripts?: boolean
  /** Why nothing of it is folded, where that is so; else the last requests must have been. */
  readonly unfolded?: string
  /** @throws {Error} that says what the client did not get. */
  play(room: TrialRoom): Promise<void>
}

/** What became of a trial. */
export interface TrialResult {
  readonly client: string
  readonly what: string
  readonly version: string
  readonly outcome: 'works' | 'failed' | 'not installed'
  /** Why it is not "works", or what is to be known. */
  readonly note: string
  readonly requests: number
  readonly sessions: number
  /** The largest share of a request's input tokens that was saved, in percent. */
  readonly savedPercent: number | undefined
}
