import type { Translation } from '../dictionary.js'
import type { lures as english } from '../en/lures.js'

export const lures: Translation<typeof english> = {
  'lures.title': 'Підозріло вигідні ціни USDT за {fiat} і причини',
  'lures.about.buy':
    'Ці ціни нижчі за найкращу надійну. Наші ціни не враховують кожне з цих оголошень з причини в його рядку.',
  'lures.about.sell':
    'Ці ціни вищі за найкращу надійну. Наші ціни не враховують кожне з цих оголошень з причини в його рядку.',
  'lures.buy': 'Коли купуєте',
  'lures.sell': 'Коли продаєте',
  'lures.best': 'Найкраща надійна ціна: {price} {fiat} на {exchange}.',
  'lures.more': 'Показано лише найкращі ціни списку. Таких оголошень може бути більше.',
  'lures.market': 'Скільки насправді коштує сума',
  'lures.price': 'Ціна',
  'lures.on': 'Біржа',
  'lures.why': 'Чому ні',
  'lures.none': 'Зараз жодне оголошення не краще за найкращу надійну ціну.',
}
