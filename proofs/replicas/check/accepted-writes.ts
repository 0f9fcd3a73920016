/** A write of the leader that the database has accepted, in the order in which it did. */
export type AcceptedWrite = {
  readonly fiat: string
  readonly generation: number
  readonly version: number
}

/** I6. Of each currency versions rise with every write; once a leader has written, none before it writes anything. */
export function checkAcceptedWrites(writes: Iterable<AcceptedWrite>): readonly string[] {
  const breaches: string[] = []
  const versions = new Map<string, number>()
  let newest = Number.NEGATIVE_INFINITY
  for (const { fiat, generation, version } of writes) {
    const before = versions.get(fiat)
    if (before !== undefined && version <= before)
      breaches.push(`${fiat} went from version ${before} to ${version}, under ${generation}`)
    versions.set(fiat, Math.max(version, before ?? version))
    if (generation < newest) breaches.push(`${fiat} ${version} was written under ${generation}, after ${newest}`)
    newest = Math.max(newest, generation)
  }
  return breaches
}
