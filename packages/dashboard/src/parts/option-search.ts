export type Option<Value extends string = string> = {
  readonly value: Value
  readonly label: string
  readonly note?: string
  readonly aliases?: readonly string[]
}

export function findOptions(options: readonly Option[], typed: string): readonly Option[] {
  const wanted = plain(typed)
  if (wanted === '') return options
  const ranked = options.map((option) => ({ option, rank: rankOf(option, wanted) }))
  return ranked
    .filter(({ rank }) => rank < 3)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ option }) => option)
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function rankOf({ value, label, note, aliases = [] }: Option, wanted: string): number {
  const texts = [value, label, note ?? '', ...aliases].map(plain)
  if (texts.slice(0, 2).some((text) => text.startsWith(wanted))) return 0
  if (texts.some((text) => text.startsWith(wanted) || text.includes(` ${wanted}`))) return 1
  return texts.some((text) => text.includes(wanted)) ? 2 : 3
}
