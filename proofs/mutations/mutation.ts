/** One small change that makes the product worse. Tests that stay green over it prove nothing about that line. */
export type Mutation = {
  readonly name: string
  readonly file: string
  /** The code as it stands, in one place of the file only: code that has moved fails loudly. */
  readonly search: string
  readonly replacement: string
  /** The test files that must notice, quickest first. */
  readonly tests: readonly string[]
}
