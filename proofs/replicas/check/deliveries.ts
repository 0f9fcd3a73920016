type Received = { readonly webhook: string; readonly id: string }

/**
 * I8, I9. Every crossing arrives under its one id, in order, and is repeated no more often than something failed: `faults`
 * is the number of POSTs whose outcome may be lost.
 */
export function checkDeliveries(
  received: Iterable<Received>,
  { expected, faults }: { readonly expected: ReadonlyMap<string, readonly string[]>; readonly faults: number },
) {
  const breaches: string[] = []
  const seen = new Map<string, Set<string>>()
  let repeats = 0
  for (const { webhook, id } of received) {
    const own = seen.get(webhook) ?? new Set()
    seen.set(webhook, own)
    if (own.has(id)) repeats += 1
    own.add(id)
  }
  for (const [webhook, own] of seen) {
    const known = new Set(expected.get(webhook))
    for (const id of own) if (!known.has(id)) breaches.push(`${webhook} got ${id}, which never crossed`)
  }
  for (const [webhook, ids] of expected) {
    const own = seen.get(webhook) ?? new Set()
    const known = new Set(ids)
    for (const id of ids) if (!own.has(id)) breaches.push(`${webhook} never got ${id}`)
    const order = ids.filter((id) => own.has(id))
    const came = [...own].filter((id) => known.has(id))
    const at = order.findIndex((id, index) => came[index] !== id)
    if (at >= 0) breaches.push(`${webhook} got ${came[at]} where ${order[at]} was next`)
  }
  if (repeats > faults) breaches.push(`${repeats} POSTs came once more, for ${faults} faults`)
  return { breaches, repeats }
}
