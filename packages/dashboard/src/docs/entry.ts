export type Entry = readonly [address: string, page: string, chapter: string, text: string]
