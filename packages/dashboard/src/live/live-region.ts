/** Announcements for screen readers, one at a time; the last one wins. */
export type LiveRegion = {
  readonly said: string
  /** Also shown for two seconds. */
  readonly shown: boolean
  say(text: string): void
  toast(text: string): void
  subscribe(told: () => void): () => void
}

const shownForMs = 2_000

export function createAnnouncer(later: (ms: number, act: () => void) => () => void): LiveRegion {
  const listeners = new Set<() => void>()
  let now = { said: '', shown: false }
  let forget: () => void = () => {}

  function tell(next: typeof now): void {
    now = next
    for (const told of listeners) told()
  }

  return {
    get said() {
      return now.said
    },
    get shown() {
      return now.shown
    },
    say: (text) => {
      // Repeated words must change the region, because screen readers speak changes only.
      tell({ said: now.said === text ? `${text}\u00a0` : text, shown: false })
    },
    toast: (text) => {
      forget()
      tell({ said: text, shown: true })
      forget = later(shownForMs, () => tell({ said: '', shown: false }))
    },
    subscribe: (told) => {
      listeners.add(told)
      return () => listeners.delete(told)
    },
  }
}
