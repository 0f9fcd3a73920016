import type { Translation } from '../dictionary.js'
import type { quality as english } from '../en/quality.js'

export const quality: Translation<typeof english> = {
  'quality.title': 'Повнота даних, {fiat}',
  'quality.about': {
    one: 'Скільки п’ятихвилинок за останній {n} день мають ціну і наскільки старими були дані.',
    few: 'Скільки п’ятихвилинок за останні {n} дні мають ціну і наскільки старими були дані.',
    many: 'Скільки п’ятихвилинок за останні {n} днів мають ціну і наскільки старими були дані.',
    other: 'Скільки п’ятихвилинок за останні {n} дня мають ціну і наскільки старими були дані.',
  },
  'quality.series': 'Ряд',
  'quality.best': 'Найкраща з усіх',
  'quality.index': 'Довідковий індекс',
  'quality.share': 'Записано',
  'quality.p50': 'Вік, медіана',
  'quality.p95': 'Вік, 95-й процентиль',
  'quality.target': 'У межах {span}',
  'quality.gaps': 'Найдовші прогалини',
  'quality.gaps.24h': 'Найдовші прогалини за останні 24 години',
  'quality.gaps.none.24h': 'Жодна з найдовших прогалин не припадає на останні 24 години.',
  'quality.gaps.none': 'Прогалин немає.',
  'quality.gap': '{series}: {span} з {time} ({why})',
  'quality.why.no_price': 'без надійної ціни',
  'quality.why.unobserved': 'цей сервер не працював',
  'quality.why.unknown': 'надто давно, щоб знати',
}
