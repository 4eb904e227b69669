/** One turn: the user's message and the model's answer. */
export interface DemoTurn {
  readonly question: string
  readonly answer: string
}
