/** A database or cache that answers, and that we cannot work with as it is set up. */
export class UnfitEngineError extends Error {
  override readonly name = 'UnfitEngineError'
}
