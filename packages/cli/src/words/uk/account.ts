import type { Translations } from '../say.js'

export const account = {} satisfies Translations
