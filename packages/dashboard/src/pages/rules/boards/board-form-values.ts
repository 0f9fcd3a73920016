import type { NewPriceBoard, PricePage, PriceRule } from '@p2p-rates/contract'
import { browserZone } from '../../../formats/times-and-zones.js'
import { type Language, languages } from '../../../words/languages.js'

export const themes = ['auto', 'light', 'dark'] as const
export const longestTitle = 64

export type BoardFormValues = {
  readonly title: string
  readonly rules: readonly string[]
  readonly lang: Language
  readonly zone: string
  readonly theme: (typeof themes)[number]
  /** Empty: none. */
  readonly accent: string
}

/** Its readers are at first taken to read and live as who makes it. */
export const emptyBoard = (lang: Language): BoardFormValues => ({
  title: '',
  rules: [],
  lang,
  zone: browserZone(),
  theme: 'auto',
  accent: '',
})

/** Rules that are no more are off it. */
export const toBoardFormValues = (board: PricePage, rules: readonly PriceRule[], lang: Language): BoardFormValues => ({
  title: board.title,
  rules: board.rules.filter((id) => rules.some((rule) => rule.id === id)),
  lang: languages.find((one) => one === board.language) ?? lang,
  zone: board.tz,
  theme: themes.find((one) => one === board.theme) ?? 'auto',
  accent: board.accent ?? '',
})

export const toBoardBody = ({ title, rules, lang, zone, theme, accent }: BoardFormValues): NewPriceBoard => ({
  title: title.trim(),
  rules,
  language: lang,
  tz: zone,
  theme,
  accent: accent === '' ? null : accent,
})

export function missingBoardField({ title, rules, accent }: BoardFormValues) {
  if (title.trim() === '') return 'boards.need.title'
  if (accent !== '' && !isColour(accent)) return 'boards.need.accent'
  return rules.length === 0 ? 'boards.need.rules' : null
}

export const isColour = (text: string): boolean => /^#[0-9A-Fa-f]{6}$/.test(text)
