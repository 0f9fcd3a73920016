/** The sentence that asks for an amount. */
export const quote = {
  'quote.not_in_plan': 'Quotes need {plan}.',
  'quote.not_in_plan.best': 'The best price now is {price} on {exchange}.',
  'plan.operator': 'The operator of this server sets plans.',
  'plan.yours': 'Your plan is {plan}. The operator of this server sets plans.',
  'plan.stats': 'Averages and the verdict need {plan}.',
  'plan.history': 'Charts of the past need {plan}.',
  'sentence.title': 'What an amount really costs',
  'sentence.fiat': 'I want to {side} USDT for {amount} {fiat} with {method}',
  'sentence.usdt': 'I want to {side} {amount} USDT for {fiat} with {method}',
  'sentence.other_unit': 'or in {unit}',
} as const
