const works = new Set<() => void>()

/** What must happen however this process ends short of a kill -9. What is returned does it now, and only once. */
export const atExit = (work: () => void): (() => void) => {
  works.add(work)
  return () => {
    if (works.delete(work)) work()
  }
}

process.once('exit', () => {
  // The newest first: what lies in a folder goes before the folder.
  for (const work of [...works].reverse()) work()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
