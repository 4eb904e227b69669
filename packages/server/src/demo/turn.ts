/** One turn: what the user says and what the model answers. */
export interface DemoTurn {
  readonly question: string
  readonly answer: string
}
