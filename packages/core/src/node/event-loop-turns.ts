export type NextTurn = () => Promise<void>

/** Gives each caller a turn of the event loop of its own, so that other work is done in between. */
export function createEventLoopTurns(): NextTurn {
  let last = Promise.resolve()
  return () => {
    last = last.then(() => new Promise<void>((resolve) => setImmediate(resolve)))
    return last
  }
}
