import type { NoFormulaPriceReason } from '@p2p-rates/core'
import type { Language } from '../language.js'
import type { PlainWords } from '../plain-page.js'

export type BoardWords = {
  /** By the side of a rule, as the reader sees it: on BUY the desk sells. */
  readonly deed: Readonly<Record<'BUY' | 'SELL', string>>
  readonly unit: string
  readonly asOf: string
  readonly doubt: Readonly<Record<'low' | 'medium', string>>
  readonly notFresh: string
  readonly clock: string
  readonly kyivClock: string
  readonly empty: string
  readonly simulated: string
  readonly replayed: string
  readonly noPrice: Readonly<Record<NoFormulaPriceReason, string>>
  readonly none: string
  readonly tooMany: PlainWords
}

export const boardWords: Readonly<Record<Language, BoardWords>> = {
  en: {
    deed: { BUY: 'We sell USDT', SELL: 'We buy USDT' },
    unit: '{fiat} for 1 USDT',
    asOf: 'As of {time}, {clock} · {day}',
    doubt: { low: 'low confidence', medium: 'medium confidence' },
    notFresh: 'not fresh since {time}',
    clock: '{city} time',
    kyivClock: 'Kyiv time',
    empty: 'No prices are shown here at the moment.',
    simulated: 'These prices are simulated: no exchange has ever shown them.',
    replayed: 'These prices are of the past.',
    noPrice: {
      no_data: 'no fresh data',
      no_ads: 'no offers at the moment',
      too_few_ads: 'too few offers at the moment',
      amount_does_not_fit: 'offers are too small at the moment',
      not_positive: 'no price at the moment',
    },
    none: 'There is no price board at this address.',
    tooMany: { title: 'Too many requests came from here', todo: 'Wait {seconds} s. The board tries again by itself.' },
  },
  uk: {
    deed: { BUY: 'Ми продаємо USDT', SELL: 'Ми купуємо USDT' },
    unit: '{fiat} за 1 USDT',
    asOf: 'Оновлено о {time} {clock} · {day}',
    doubt: { low: 'надійність низька', medium: 'надійність середня' },
    notFresh: 'без свіжих даних з {time}',
    clock: 'за часом {city}',
    kyivClock: 'за Києвом',
    empty: 'Наразі цін тут немає.',
    simulated: 'Ці ціни змодельовано: жодна біржа їх не показувала.',
    replayed: 'Це ціни з минулого.',
    noPrice: {
      no_data: 'немає свіжих даних',
      no_ads: 'наразі немає пропозицій',
      too_few_ads: 'наразі замало пропозицій',
      amount_does_not_fit: 'наразі пропозиції замалі',
      not_positive: 'наразі ціни немає',
    },
    none: 'За цією адресою немає табло.',
    tooMany: {
      title: 'Звідси надійшло забагато запитів',
      todo: 'Зачекайте {seconds} с. Табло спробує ще раз саме.',
    },
  },
}
