export type Post = { readonly id: string; readonly attempt: number }

/**
 * I9. Every failure that counted was one attempt, none is left out, and none comes again but for a fault: the answer to
 * each may be lost once. Of one webhook whose receiver has refused everything.
 */
export function checkFailedDeliveryAttempts(
  posts: readonly Post[],
  { failures, faults }: { readonly failures: number; readonly faults: number },
): readonly string[] {
  const breaches: string[] = []
  const ids = new Set(posts.map(({ id }) => id))
  if (ids.size > 1) breaches.push(`one crossing came as ${[...ids].join(' and ')}`)
  const attempts = new Set(posts.map(({ attempt }) => attempt))
  for (let attempt = 1; attempt <= failures; attempt++)
    if (!attempts.has(attempt)) breaches.push(`failure ${attempt} of ${failures} counted, and was never sent`)
  for (const attempt of attempts)
    if (attempt > failures) breaches.push(`attempt ${attempt} was sent, after ${failures} failures`)
  const repeats = posts.length - attempts.size
  if (repeats > faults) breaches.push(`${posts.length} POSTs for ${attempts.size} attempts, with ${faults} faults`)
  return breaches
}
