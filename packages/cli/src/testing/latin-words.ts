/** Latin words of four letters or more in a text, without names, commands, options, addresses, paths and ids. */
export function latinWordsIn(text: string, names: readonly string[]): readonly string[] {
  const words = new Set(names.flatMap((name) => name.match(/[A-Za-z]{4,}/g) ?? []))
  return (
    text
      .replace(/\w+:\/\/\S*/g, ' ')
      .replace(/p2p(-server)?( (--)?[a-z][\w.|-]*| \|)*/g, ' ')
      .replace(/<[^>]*>|--?[a-z][\w-]*|\S*…|\S*[\d_/@]\S*|\bE[A-Z]{5,}\b/g, ' ')
      .match(/[A-Za-z]{4,}/g)
      ?.filter((word) => !words.has(word)) ?? []
  )
}
