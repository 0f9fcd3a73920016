export type SearchEntry = readonly [address: string, page: string, chapter: string, text: string]

const most = 8

/** The chapters that have all typed words, those with the words in their headings first. */
export function findSearchEntries(entries: readonly SearchEntry[], typed: string): readonly SearchEntry[] {
  const words = plain(typed).split(' ').filter(Boolean)
  if (words.length === 0) return []
  return entries
    .map((entry) => ({ entry, points: pointsOf(entry, words) }))
    .filter(({ points }) => points > 0)
    .toSorted((a, b) => b.points - a.points)
    .slice(0, most)
    .map(({ entry }) => entry)
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim()

/** A word counts most where it begins one of the heading. An entry that lacks one of the words counts nothing. */
function pointsOf([, page, chapter, text]: SearchEntry, words: readonly string[]): number {
  const places = [
    { text: ` ${plain(chapter)}`, whole: 12, part: 3 },
    { text: ` ${plain(page)}`, whole: chapter === '' ? 14 : 5, part: 2 },
    { text: ` ${plain(text)}`, whole: 2, part: 1 },
  ]
  let sum = 0
  for (const word of words) {
    const points = places.map((place) =>
      place.text.includes(` ${word}`) ? place.whole : place.text.includes(word) ? place.part : 0,
    )
    const best = Math.max(...points)
    if (best === 0) return 0
    sum += best
  }
  return sum
}
