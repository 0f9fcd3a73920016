export type ConsecutiveRun<Kind> = {
  readonly kind: Kind
  readonly from: number
  /** The first minute after it that was not seen to be so. */
  readonly to: number
  /** It was so when it was seen last, and that was not long ago. */
  readonly isOpen: boolean
}

type Part<Kind> = Pick<ConsecutiveRun<Kind>, 'kind' | 'from' | 'to'>

/** Minutes without a sample after which the state counts as unknown. */
const maxSampleGap = 60

/**
 * Joins ordered parts into runs of one kind. `null` parts end a run and are dropped. A gap of less than 60 minutes
 * without samples doesn't end a run. `end` is the end of the sampled time.
 */
export function consecutiveRunsOf<Kind>(
  parts: Iterable<Part<Kind | null>>,
  end: number,
): readonly ConsecutiveRun<Kind>[] {
  const runs: ConsecutiveRun<Kind>[] = []
  let current: Part<Kind | null> = { kind: null, from: 0, to: Number.NEGATIVE_INFINITY }
  const close = (isOpen: boolean): void => {
    const { kind, from, to } = current
    if (kind !== null) runs.push({ kind, from, to, isOpen })
  }
  for (const part of parts) {
    if (part.kind === current.kind && part.from - current.to < maxSampleGap) current = { ...current, to: part.to }
    else {
      close(false)
      current = part
    }
  }
  close(end - current.to <= maxSampleGap)
  return runs
}

/** Splits a column with one byte per minute into parts; 0 means no sample. */
export function* partsOf(column: Uint8Array, firstMinute: number): Iterable<Part<number>> {
  let from = 0
  for (let at = 1; at <= column.length; at++) {
    const kind = column[from] ?? 0
    if (at < column.length && column[at] === kind) continue
    if (kind !== 0) yield { kind, from: firstMinute + from, to: firstMinute + at }
    from = at
  }
}
