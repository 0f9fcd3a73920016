export type Sighting = {
  readonly client: string
  readonly server: string
  readonly fiat: string
  readonly id: number
  readonly digest: string
  readonly updatedAtMs: number
}

/**
 * I5. No client sees a currency go back, neither its number nor its time, and the same number is the same bytes on all
 * servers. In the order of seeing.
 */
export function checkSightings(sightings: Iterable<Sighting>): readonly string[] {
  const breaches: string[] = []
  const newest = new Map<string, Sighting>()
  const first = new Map<string, Sighting>()
  for (const sighting of sightings) {
    const { client, server, fiat, id, digest, updatedAtMs } = sighting
    const before = newest.get(`${client} ${fiat}`)
    if (before !== undefined && before.id > id)
      breaches.push(`${client} saw ${fiat} ${before.id} on ${before.server}, then ${id} on ${server}`)
    else if (before !== undefined && before.updatedAtMs > updatedAtMs)
      breaches.push(
        `${client} saw ${fiat} of ${iso(before.updatedAtMs)} on ${before.server}, then of ${iso(updatedAtMs)} on ${server}`,
      )
    else newest.set(`${client} ${fiat}`, sighting)
    const known = first.get(`${fiat} ${id}`)
    if (known === undefined) first.set(`${fiat} ${id}`, sighting)
    else if (known.digest !== digest)
      breaches.push(`${fiat} ${id} is ${known.digest} on ${known.server}, and ${digest} on ${server}`)
  }
  return breaches
}

const iso = (ms: number): string => new Date(ms).toISOString()
