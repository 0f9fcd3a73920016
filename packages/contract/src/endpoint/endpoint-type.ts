export type EndpointType<Address extends string, Question, Answer> = {
  readonly address: Address
  readonly input: Question
  readonly answer: Answer
}
export type NoInput = Readonly<Record<never, never>>
