/** Text as it is searched for: databases themselves know the cases of Latin letters alone. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase()
