/** Longer than any method name in use, so that cutting makes no two names equal. */
const longestName = 200

/**
 * The form in which spellings are compared: no case, accents, punctuation or double spaces, and no "(card)" at the end,
 * which exchanges add to a bank's own name. The word "bank" stays: without it different institutions would meet.
 */
export function normaliseMethodName(name: string): string {
  const plain = name
    .slice(0, longestName)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[ıłđøß]/g, (letter) => undecomposed.get(letter) ?? letter)
    .trim()
  const withoutCard = plain.endsWith(cardSuffix) ? plain.slice(0, -cardSuffix.length) : plain
  return (withoutCard.trim() === '' ? plain : withoutCard).replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

const cardSuffix = '(card)'

/** Letters that Unicode does not take apart into a base and an accent. */
const undecomposed: ReadonlyMap<string, string> = new Map(Object.entries({ ı: 'i', ł: 'l', đ: 'd', ø: 'o', ß: 'ss' }))
