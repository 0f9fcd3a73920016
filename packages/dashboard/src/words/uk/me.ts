import type { Translation } from '../dictionary.js'
import type { me as english } from '../en/me.js'

export const me: Translation<typeof english> = {
  'me.line': 'Про мене: {who}',
  'me.usual': 'звичайний користувач',
  'me.days': { one: '{n} день', few: '{n} дні', many: '{n} днів', other: '{n} дня' },
  'me.verified': 'верифікація',
  'me.on': 'на {exchanges}',
  'me.with': 'через {methods}',
  'me.change': 'змінити',
  'me.orders': 'Завершені ордери',
  'me.completion': 'Частка завершених, %',
  'me.account_days': 'Вік акаунта, днів',
  'me.documents': 'Верифікація документами або відео',
  'me.exchanges': 'Біржі, де я маю акаунт',
  'me.methods': 'Мої способи оплати',
  'me.about':
    'Тоді ціни беруться лише з оголошень, які вам доступні. Порожні поля означають звичайного користувача, а без бірж і способів ураховуються всі. Форма зберігається в цьому браузері й надсилається лише із запитами про поточні ціни.',
  'me.save': 'Показати мої ціни',
  'me.forget': 'Забути',
  'me.better.buy': 'Ви заплатили б на {pct} менше, якби мали: {facts}.',
  'me.better.sell': 'Ви отримали б на {pct} більше, якби мали: {facts}.',
}
