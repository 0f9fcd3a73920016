/** The word that was probably meant: the one with the fewest slips of the finger, when they are few. */
export function nearestWord(typed: string, words: readonly string[]): string | null {
  const wanted = typed.toLowerCase()
  if (wanted === '') return null
  let nearest: string | null = null
  // One slip in three letters, two in six; more is another word.
  let fewest = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const word of words) {
    const slips = slipsBetween(wanted, word.toLowerCase())
    if (slips >= fewest) continue
    nearest = word
    fewest = slips
  }
  return nearest
}

/** Letters that are missing, too many, wrong, or exchanged with their neighbour. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 3) return Number.POSITIVE_INFINITY
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, length) => length)
  for (let a = 1; a <= one.length; a++) {
    const row = [a]
    for (let b = 1; b <= other.length; b++) {
      const isSame = one[a - 1] === other[b - 1]
      const isExchanged = a > 1 && b > 1 && one[a - 1] === other[b - 2] && one[a - 2] === other[b - 1]
      row[b] = Math.min(
        at(last, b) + 1,
        at(row, b - 1) + 1,
        at(last, b - 1) + (isSame ? 0 : 1),
        isExchanged ? at(before, b - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = last
    last = row
  }
  return at(last, other.length)
}

const at = (row: readonly number[], place: number): number => row[place] ?? Number.POSITIVE_INFINITY
