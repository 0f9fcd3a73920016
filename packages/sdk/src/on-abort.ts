/**
 * Call when the signal aborts; the returned function cancels that. All callers share one listener per signal, because
 * Node 20 warns of a leak from the 11th.
 */
export function onAbort(signal: AbortSignal | undefined, call: () => void): () => void {
  if (signal === undefined) return () => {}
  const calls = callsBySignal.get(signal) ?? listenTo(signal)
  calls.add(call)
  return () => calls.delete(call)
}

const callsBySignal = new WeakMap<AbortSignal, Set<() => void>>()

function listenTo(signal: AbortSignal): Set<() => void> {
  const calls = new Set<() => void>()
  callsBySignal.set(signal, calls)
  signal.addEventListener('abort', () => {
    for (const call of calls) call()
  })
  return calls
}
