/** One line of the interface: where it lies, what is asked, what is answered. */
export type EndpointType<Address extends string, Question, Answer> = {
  readonly address: Address
  readonly question: Question
  readonly answer: Answer
}
export type NoInput = Readonly<Record<never, never>>
