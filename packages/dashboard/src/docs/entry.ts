/** A chapter of the guide as the search finds it: its address, its page, its heading, its words. */
export type Entry = readonly [address: string, page: string, chapter: string, text: string]
