import type { Translations } from '../say.js'

export const tool = {} satisfies Translations
