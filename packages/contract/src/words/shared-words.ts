import type { en } from './en.js'

/** A translation has every sentence of the English part. */
export type Translated<Part> = Readonly<Record<keyof Part, string>>

/** Every sentence that screens and terminals share. */
export type SharedWords = Translated<typeof en>
