/** Text as it is searched for: databases themselves know the cases of Latin letters alone. */
export const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase()
