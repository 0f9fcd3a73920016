import type { EventBus, EventListener, ServerEvent } from './event-bus.js'

/** Event bus of one process: listeners run before `publishEvent` returns. */
export function createInProcessBus(report: (kind: ServerEvent['kind'], error: unknown) => void): EventBus {
  const listeners = new Set<{ readonly listener: EventListener }>()
  /** Events emitted while another one is being dispatched. */
  const later: (() => void)[] = []
  let isDispatching = false

  const act = (listener: EventListener, event: ServerEvent): Promise<void> | null => {
    try {
      const acting = listener(event)
      return acting?.catch((error: unknown) => report(event.kind, error)) ?? null
    } catch (error) {
      report(event.kind, error)
      return null
    }
  }

  const dispatchToAll = (event: ServerEvent): void | Promise<void> => {
    const acting: Promise<void>[] = []
    for (const entry of [...listeners]) {
      // An earlier listener may have cancelled it meanwhile.
      const unfinished = listeners.has(entry) ? act(entry.listener, event) : null
      if (unfinished !== null) acting.push(unfinished)
    }
    if (acting.length > 0) return Promise.all(acting).then(() => {})
  }

  return {
    publishEvent: (event) => {
      if (isDispatching) return new Promise<void>((done) => void later.push(() => done(dispatchToAll(event))))
      isDispatching = true
      const acting = dispatchToAll(event)
      for (let next = later.shift(); next !== undefined; next = later.shift()) next()
      isDispatching = false
      return acting
    },
    listen: (listener) => {
      const entry = { listener }
      listeners.add(entry)
      return () => void listeners.delete(entry)
    },
  }
}
