/** What was opened on the way up, to be closed again: the last first, and all of it whatever fails in between. */
export interface Cleanup {
  add(close: () => void | Promise<void>): void
  close(): Promise<void>
}

export function createCleanup(report: (error: unknown) => void): Cleanup {
  const closers: (() => void | Promise<void>)[] = []
  return {
    add: (close) => void closers.push(close),
    close: async () => {
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) await attempt(close, report)
    },
  }
}

async function attempt(close: () => void | Promise<void>, report: (error: unknown) => void): Promise<void> {
  try {
    await close()
  } catch (error) {
    report(error)
  }
}
