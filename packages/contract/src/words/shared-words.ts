import type { en } from './en.js'

/** A translation has every sentence. */
export type SharedWords = Readonly<Record<keyof typeof en, string>>
