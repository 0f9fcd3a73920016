export const dayMs = 86_400_000

/** `YYYY-MM-DD`, UTC. */
export const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export type Calendar = ReturnType<typeof createCalendar>

/** UTC calendar arithmetic for quotas, with the current month and day remembered: asked once per request. */
export function createCalendar() {
  let month = { index: 0, startMs: 0, endMs: 0 }
  let day = { text: '', startMs: 0 }

  const monthOf = (wallMs: number) => {
    if (wallMs < month.startMs || wallMs >= month.endMs) {
      const date = new Date(wallMs)
      const [year, index] = [date.getUTCFullYear(), date.getUTCMonth()]
      month = { index: year * 12 + index, startMs: Date.UTC(year, index), endMs: Date.UTC(year, index + 1) }
    }
    return month
  }

  return {
    /** year * 12 + month, UTC. */
    month: (wallMs: number): number => monthOf(wallMs).index,
    /** `YYYY-MM-DD`, UTC. */
    day: (wallMs: number): string => {
      const startMs = Math.floor(wallMs / dayMs) * dayMs
      if (startMs !== day.startMs) day = { text: utcDay(startMs), startMs }
      return day.text
    },
    secondsUntilNextMonth: (wallMs: number): number => Math.max(1, Math.ceil((monthOf(wallMs).endMs - wallMs) / 1000)),
  }
}

export const monthIndex = (text: string): number => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1
