/** Resolves when it is the caller's turn. */
export type NextTurn = () => Promise<void>

/** One turn of the event loop for each caller, however many come at once: in between, everybody else is served. */
export function createTurns(): NextTurn {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)))
    return last
  }
}
