/** Announcements for screen readers, one at a time; the last one wins. */
export type LiveRegion = {
  readonly message: string
  /** Also shown for two seconds. */
  readonly isToast: boolean
  announce(text: string): void
  showToast(text: string): void
  subscribe(told: () => void): () => void
}

const shownForMs = 2_000

export function createLiveRegion(after: (ms: number, act: () => void) => () => void): LiveRegion {
  const listeners = new Set<() => void>()
  let state = { said: '', shown: false }
  let cancelTimer: () => void = () => {}

  function update(next: typeof state): void {
    state = next
    for (const listener of listeners) listener()
  }

  return {
    get message() {
      return state.said
    },
    get isToast() {
      return state.shown
    },
    announce: (text) => {
      // Repeated words must change the region, because screen readers speak changes only.
      update({ said: state.said === text ? `${text}\u00a0` : text, shown: false })
    },
    showToast: (text) => {
      cancelTimer()
      update({ said: text, shown: true })
      cancelTimer = after(shownForMs, () => update({ said: '', shown: false }))
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
