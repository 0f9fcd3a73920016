/** A write of the leader that the database has accepted, in the order in which it did. */
export type AcceptedWrite = {
  readonly fiat: string
  readonly generation: number
  readonly version: number
  /** Time when the prices of the snapshot were read; null for writes without prices. */
  readonly updatedAtMs: number | null
}

/** I6. Of each currency versions rise with every write and the time of the prices never falls; once a leader has written, none before it writes anything. */
export function checkAcceptedWrites(writes: Iterable<AcceptedWrite>): readonly string[] {
  const breaches: string[] = []
  const versions = new Map<string, number>()
  const updates = new Map<string, number>()
  let newest = Number.NEGATIVE_INFINITY
  for (const { fiat, generation, version, updatedAtMs } of writes) {
    const before = versions.get(fiat)
    if (before !== undefined && version <= before)
      breaches.push(`${fiat} went from version ${before} to ${version}, under ${generation}`)
    versions.set(fiat, Math.max(version, before ?? version))
    if (updatedAtMs !== null) {
      const fallenMs = (updates.get(fiat) ?? updatedAtMs) - updatedAtMs
      if (fallenMs > 0) breaches.push(`the time of ${fiat} fell by ${fallenMs} ms, with ${version} under ${generation}`)
      updates.set(fiat, updatedAtMs)
    }
    if (generation < newest) breaches.push(`${fiat} ${version} was written under ${generation}, after ${newest}`)
    newest = Math.max(newest, generation)
  }
  return breaches
}
