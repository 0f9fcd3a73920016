import type { ClockPorts } from './clock-ports.js'

/** Keeps each reading for `keptMs`. A source that failed may be back soon, so a failure is kept for one minute. */
export function createKeptReadings<Reading extends { readonly state: 'read' | 'failed' }>(
  keptMs: number,
  ports: ClockPorts,
): (id: string, fetch: () => Promise<Reading>) => Promise<Reading> {
  const kept = new Map<string, { readonly atMs: number; readonly reading: Promise<Reading> }>()
  return async (id, fetch) => {
    const known = kept.get(id)
    const nowMs = ports.now()
    if (known !== undefined) {
      const { state } = await known.reading
      if (nowMs - known.atMs < (state === 'read' ? keptMs : failureKeptMs)) return known.reading
    }
    const reading = fetch()
    kept.set(id, { atMs: nowMs, reading })
    return reading
  }
}

const failureKeptMs = 60_000
