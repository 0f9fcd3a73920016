import type { Translation } from '../dictionary.js'
import type { offers as english } from '../en/offers.js'

export const offers: Translation<typeof english> = {
  'sizes.title': 'Ціна за сумою',
  'sizes.about': 'Скільки зараз коштує чи дає кожна сума за оголошеннями всіх бірж, яким довіряємо.',
  'sizes.amount': 'Сума',
  'sizes.average': 'У середньому',
  'sizes.worst': 'Найгірша',
  'sizes.trades': 'Угод',
  'sizes.not_whole': 'не повністю',
  'sizes.in_all': {
    one: '{n} оголошення, якому довіряємо, разом {usdt} USDT.',
    few: '{n} оголошення, яким довіряємо, разом {usdt} USDT.',
    many: '{n} оголошень, яким довіряємо, разом {usdt} USDT.',
    other: '{n} оголошення, якому довіряємо, разом {usdt} USDT.',
  },
  'methods.title': 'Ціна за способом оплати',
  'methods.about': 'Найкраща ціна кожного способу оплати за всіма біржами, якій довіряємо.',
  'methods.price': 'Найкраща ціна',
  'methods.on': 'На',
  'methods.ads': 'оголошень',
  'methods.offered': 'Пропонують USDT',
  'methods.none': 'Жодне оголошення не має відомого способу оплати.',
  'methods.all': { one: 'Показати {n}', few: 'Показати всі {n}', many: 'Показати всі {n}', other: 'Показати всі {n}' },
}
