import type { Translation } from '../dictionary.js'
import type { offers as english } from '../en/offers.js'

export const offers: Translation<typeof english> = {
  'sizes.title': 'Ціна за обсягом',
  'sizes.about': 'Скільки зараз коштує чи дає кожна сума за надійними оголошеннями всіх бірж разом.',
  'sizes.amount': 'USDT',
  'sizes.average': 'У середньому',
  'sizes.worst': 'У найгіршому разі',
  'sizes.trades': 'Угод',
  'sizes.not_whole': 'не вся сума',
  'sizes.in_all': {
    one: '{n} надійне оголошення, разом {usdt} USDT.',
    few: '{n} надійні оголошення, разом {usdt} USDT.',
    many: '{n} надійних оголошень, разом {usdt} USDT.',
    other: '{n} надійного оголошення, разом {usdt} USDT.',
  },
  'methods.title': 'Ціна за способом оплати',
  'methods.about': 'Найкраща надійна ціна кожного способу оплати за всіма біржами.',
  'methods.price': 'Найкраща ціна',
  'methods.on': 'На',
  'methods.ads': 'оголошень',
  'methods.offered': 'Пропонують USDT',
  'methods.none': 'Жодне оголошення не називає способу оплати, який знає словник.',
  'methods.all': { one: 'Показати {n}', few: 'Показати всі {n}', many: 'Показати всі {n}', other: 'Показати всі {n}' },
}
