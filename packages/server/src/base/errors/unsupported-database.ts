/** A database or Redis that answers, but cannot be used as configured. */
export class UnsupportedDatabaseError extends Error {
  override readonly name = 'UnfitEngineError'
}
