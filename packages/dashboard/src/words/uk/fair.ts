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
    one: 'Для вас вигідніше {n} оголошення з {ads}, яким довіряємо.',
    few: 'Для вас вигідніші {n} оголошення з {ads}, яким довіряємо.',
    many: 'Для вас вигідніші {n} оголошень з {ads}, яким довіряємо.',
    other: 'Для вас вигідніше {n} оголошення з {ads}, яким довіряємо.',
  },
  'fair.better.none': {
    one: 'Жодне з {n} оголошення, якому довіряємо, не вигідніше для вас.',
    few: 'Жодне з {n} оголошень, яким довіряємо, не вигідніше для вас.',
    many: 'Жодне з {n} оголошень, яким довіряємо, не вигідніше для вас.',
    other: 'Жодне з {n} оголошення, якому довіряємо, не вигідніше для вас.',
  },
  'fair.confidence': 'Надійність ціни: {level}.',
  'fair.level.high': 'висока',
  'fair.level.medium': 'середня',
  'fair.level.low': 'низька',
}
