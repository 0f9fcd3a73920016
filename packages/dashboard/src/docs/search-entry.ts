export type SearchEntry = readonly [address: string, page: string, chapter: string, text: string]
