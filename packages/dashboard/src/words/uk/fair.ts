import type { Translation } from '../dictionary.js'
import type { fair as english } from '../en/fair.js'

export const fair: Translation<typeof english> = {
  'fair.title': 'Чи вигідна ця пропозиція?',
  'fair.price': 'Запропонована ціна, {fiat} за USDT',
  'fair.buy': 'Пропонують USDT по {price} {fiat}',
  'fair.sell': 'Пропонують {price} {fiat} за 1 USDT',
  'fair.verdict.better': 'Вигідніше, ніж зазвичай.',
  'fair.verdict.fair': 'Звичайна ціна.',
  'fair.verdict.worse': 'Менш вигідно, ніж зазвичай.',
  'fair.verdict.too_good': 'Надто вигідно: найімовірніше, приманка.',
  'fair.verdict.unknown': 'Оцінити неможливо.',
  'fair.why.no_ads': 'Немає оголошень, яким довіряємо, для порівняння.',
  'fair.why.few_ads': 'Для порівняння є менше 3 оголошень, яким довіряємо.',
  'fair.why.low_confidence': 'Надійність ринкової ціни занадто низька.',
  'fair.above': 'На {pct} вище за звичайну {price}.',
  'fair.below': 'На {pct} нижче за звичайну {price}.',
  'fair.equal': 'Така сама, як звичайна {price} ({pct}).',
  'fair.better': {
    one: 'Вигідніших для вас: {better} з {n} оголошення, якому довіряємо.',
    few: 'Вигідніших для вас: {better} з {n} оголошень, яким довіряємо.',
    many: 'Вигідніших для вас: {better} з {n} оголошень, яким довіряємо.',
    other: 'Вигідніших для вас: {better} з {n} оголошення, якому довіряємо.',
  },
  'fair.confidence': 'Надійність ціни: {level}.',
  'fair.level.high': 'висока',
  'fair.level.medium': 'середня',
  'fair.level.low': 'низька',
}
