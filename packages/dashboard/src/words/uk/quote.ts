import type { Translation } from '../dictionary.js'
import type { quote as english } from '../en/quote.js'

export const quote: Translation<typeof english> = {
  'quote.not_in_plan': 'Розрахунок суми є у плані {plan}.',
  'quote.not_in_plan.best': 'Найкраща ціна зараз: {price} на {exchange}.',
  'plan.operator': 'Плани на цьому сервері встановлює оператор.',
  'plan.yours': 'Ваш план: {plan}. Плани на цьому сервері встановлює оператор.',
  'plan.stats': 'Середні та оцінка є у плані {plan}.',
  'plan.history': 'Графіки минулого є у плані {plan}.',
  'sentence.title': 'Скільки насправді коштує сума',
  'sentence.fiat': 'Хочу {side} USDT на {amount} {fiat} через {method}',
  'sentence.usdt': 'Хочу {side} {amount} USDT за {fiat} через {method}',
  'sentence.other_unit': 'або в {unit}',
}
