import type { Translations } from '../say.js'

export const errors = {} satisfies Translations
