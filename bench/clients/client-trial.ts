import type { Pleat } from '../../test/harness/start-pleat.ts'
import type { StandIn } from '../../test/stand-in/start-stand-in.ts'

/** The message of a turn, and the word that its answer must contain. */
export interface TrialTurn {
  readonly number: number
  readonly question: string
  /** A word that occurs only in the messages of this turn: in its question and in its answer. */
  readonly reference: string
  /** The result of the tool call of this turn. */
  readonly result: string
}

/** A trial of one client, which is installed in `folder` and has its own server. */
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

/** One client with one kind of use. */
export interface ClientTrial {
  /** Name in the table. */
  readonly client: string
  /** The tested features. */
  readonly what: string
  /** npm packages; the table shows the version of the first one. */
  readonly packages: readonly string[]
  /** True if a package requires its install scripts. */
  readonly needsScripts?: boolean
  /** The reason why nothing is saved; undefined if at least one request must be shortened. */
  readonly unfolded?: string
  /** @throws {Error} that names the answer or feature that the client did not get. */
  play(room: TrialRoom): Promise<void>
}

/** The result of a trial. */
export interface TrialResult {
  readonly client: string
  readonly what: string
  readonly version: string
  readonly outcome: 'works' | 'failed' | 'not installed'
  /** The reason of a result other than "works", or a remark. */
  readonly note: string
  readonly requests: number
  readonly sessions: number
  /** The largest share of a request's input tokens that was saved, in percent. */
  readonly savedPercent: number | undefined
}
