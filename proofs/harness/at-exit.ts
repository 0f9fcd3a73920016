const works = new Set<() => void>()

/** Run `work` when this process ends, except by SIGKILL. Call the returned function to run it now instead. */
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
