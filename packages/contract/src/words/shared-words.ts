import type { en } from './en.js'

export type Translated<Part> = Readonly<Record<keyof Part, string>>

export type SharedWords = Translated<typeof en>
