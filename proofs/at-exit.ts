const works = new Set<() => void>()

/** What must happen however this process ends short of a kill -9. What is returned does it now, and only once. */
export const atExit = (work: () => void): (() => void) => {
  works.add(work)
  return () => {
    if (works.delete(work)) work()
  }
}

process.once('exit', () => {
  for (const work of works) work()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
