import type { EventBus, EventListener, ServerEvent } from './event-bus.js'

/** Event bus of one process: listeners run before `publishEvent` returns. */
export function createInProcessBus(report: (kind: ServerEvent['kind'], error: unknown) => void): EventBus {
  const places = new Set<{ readonly listener: EventListener }>()
  /** Events emitted while another one is being dispatched. */
  const later: (() => void)[] = []
  let isOnRound = false

  const act = (listener: EventListener, event: ServerEvent): Promise<void> | null => {
    try {
      const acting = listener(event)
      return acting?.catch((error: unknown) => report(event.kind, error)) ?? null
    } catch (error) {
      report(event.kind, error)
      return null
    }
  }

  const goRound = (event: ServerEvent): void | Promise<void> => {
    const acting: Promise<void>[] = []
    for (const place of [...places]) {
      // An earlier listener may have cancelled it meanwhile.
      const unfinished = places.has(place) ? act(place.listener, event) : null
      if (unfinished !== null) acting.push(unfinished)
    }
    if (acting.length > 0) return Promise.all(acting).then(() => {})
  }

  return {
    publishEvent: (event) => {
      if (isOnRound) return new Promise<void>((done) => void later.push(() => done(goRound(event))))
      isOnRound = true
      const acting = goRound(event)
      for (let next = later.shift(); next !== undefined; next = later.shift()) next()
      isOnRound = false
      return acting
    },
    listen: (listener) => {
      const place = { listener }
      places.add(place)
      return () => void places.delete(place)
    },
  }
}
