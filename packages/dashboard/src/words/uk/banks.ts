import type { Translation } from '../dictionary.js'
import type { banks as english } from '../en/banks.js'

export const banks: Translation<typeof english> = {
  'banks.title': 'USDT за {fiat} за банками',
  'banks.all': 'Та сама сума з кожним банком',
  'banks.about': 'Найкраще надійне оголошення всіх бірж, яке бере всю суму однією угодою.',
  'banks.buy': 'Отримаєте, USDT',
  'banks.sell': 'Віддасте, USDT',
  'banks.on': 'Біржа',
  'banks.ads': 'оголошень',
  'banks.best': 'Три найкращі оголошення',
  'banks.none': 'Жодне надійне оголошення не бере цю суму однією угодою.',
  'banks.no_ad': 'Жодне надійне оголошення не бере цю суму однією угодою цим способом оплати.',
  'banks.lures': 'Кращі ціни, яким не віримо, і чому',
}
