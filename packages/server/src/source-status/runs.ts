/** Minutes of one kind, one after the other. */
export type Run<Kind> = {
  readonly kind: Kind
  readonly from: number
  /** The first minute after it that was not seen to be so. */
  readonly to: number
  /** It was so when it was seen last, and that was not long ago. */
  readonly isOpen: boolean
}

type Part<Kind> = Pick<Run<Kind>, 'kind' | 'from' | 'to'>

/** After so many minutes in which nobody looked nothing is known any more. */
const longestBlink = 60

/**
 * Joins parts that are in order into runs of one kind; `null` is of no interest, and ends a run. Minutes between two
 * parts, in which nobody looked, neither end nor begin one, unless they are too many. `end`: up to where anybody looked.
 */
export function runsOf<Kind>(parts: Iterable<Part<Kind | null>>, end: number): readonly Run<Kind>[] {
  const runs: Run<Kind>[] = []
  let current: Part<Kind | null> = { kind: null, from: 0, to: Number.NEGATIVE_INFINITY }
  const close = (isOpen: boolean): void => {
    const { kind, from, to } = current
    if (kind !== null) runs.push({ kind, from, to, isOpen })
  }
  for (const part of parts) {
    if (part.kind === current.kind && part.from - current.to < longestBlink) current = { ...current, to: part.to }
    else {
      close(false)
      current = part
    }
  }
  close(end - current.to <= longestBlink)
  return runs
}

/** The parts of a column with a byte for each minute; 0: nobody looked. */
export function* partsOf(column: Uint8Array, firstMinute: number): Iterable<Part<number>> {
  let from = 0
  for (let at = 1; at <= column.length; at++) {
    const kind = column[from] ?? 0
    if (at < column.length && column[at] === kind) continue
    if (kind !== 0) yield { kind, from: firstMinute + from, to: firstMinute + at }
    from = at
  }
}
