/**
 * The known word that was most likely meant, in any case; `null` when none is near. One slip is forgiven in a short
 * word, three in a long one. Of two equally near words the earlier is taken.
 *
 * @example
 * nearestWord('fait', ['fiat', 'exchange']) // 'fiat'
 */
export function nearestWord(word: string, known: Iterable<string>): string | null {
  const wanted = fold(word)
  let nearest: string | null = null
  let least = Number.POSITIVE_INFINITY
  for (const candidate of known) {
    const reach = Math.min(least - 1, slipsAllowed(Math.max(wanted.length, candidate.length)))
    const slips = slipsBetween(wanted, fold(candidate), reach)
    if (slips > reach) continue
    nearest = candidate
    least = slips
    if (slips === 0) break
  }
  return nearest
}

/** No known word is longer, but a caller may send more. */
const longestWord = 64
const fold = (word: string): string => word.slice(0, longestWord).normalize('NFKC').toLowerCase()

const slipsAllowed = (length: number): number => (length < 4 ? 1 : length < 8 ? 2 : 3)

/** Letters that are too many, missing, wrong or exchanged with their neighbour. Not counted beyond `atMost`. */
function slipsBetween(one: string, other: string, atMost: number): number {
  if (Math.abs(one.length - other.length) > atMost) return atMost + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1]
      let slips = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1))
      if (one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1])
        slips = Math.min(slips, at(beforeLast, column - 2) + 1)
      current.push(slips)
    }
    if (Math.min(...current) > atMost) return atMost + 1
    beforeLast = last
    last = current
  }
  return at(last, other.length)
}

const at = (row: readonly number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY
