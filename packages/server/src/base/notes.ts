/** Short texts by name. They survive a restart and are the same on all servers. */
export interface Notes {
  getMeta(name: string): Promise<string | null>
  setMeta(name: string, value: string): Promise<void>
}

export type ReadableNotes = Pick<Notes, 'getMeta'>
