/** The operator asked for something that cannot be done; the message says what. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
