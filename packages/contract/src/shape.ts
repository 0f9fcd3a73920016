export type EndpointType<Address extends string, Question, Answer> = {
  readonly address: Address
  readonly question: Question
  readonly answer: Answer
}
export type NoInput = Readonly<Record<never, never>>
