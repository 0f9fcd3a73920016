/** Resources to close at shutdown, last opened first. A failure does not skip the rest. */
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
