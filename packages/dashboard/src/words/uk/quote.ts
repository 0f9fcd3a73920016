import type { Translation } from '../dictionary.js'
import type { quote as english } from '../en/quote.js'

export const quote: Translation<typeof english> = {
  'quote.sentence': 'Хочу {side} USDT на {amount} {unit} через {method}',
  'quote.title': 'Скільки насправді коштує сума',
  'quote.side': 'Купити чи продати',
  'quote.amount': 'Сума',
  'quote.unit': 'Одиниця',
  'quote.empty': 'Введіть суму, щоб побачити, які оголошення брати й у якому порядку.',
  'quote.not_in_plan': 'Розрахунок суми є у плані {plan}.',
  'quote.not_in_plan.best': 'Найкраща ціна зараз: {price} на {exchange}.',
  'plan.operator': 'Плани на цьому сервері встановлює оператор.',
  'plan.yours': 'Ваш план: {plan}. Плани на цьому сервері встановлює оператор.',
  'plan.stats': 'Середні та оцінка є у плані {plan}.',
  'plan.history': 'Графіки минулого є у плані {plan}.',
}
