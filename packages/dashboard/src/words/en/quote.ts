/** The quote box before it has an answer. */
export const quote = {
  'quote.sentence': 'I want to {side} USDT for {amount} {unit} with {method}',
  'quote.title': 'What an amount really costs',
  'quote.side': 'Buy or sell',
  'quote.amount': 'Amount',
  'quote.unit': 'Unit',
  'quote.empty': 'Type an amount to see which ads to take, in which order.',
  'quote.not_in_plan': 'Quotes need {plan}.',
  'quote.not_in_plan.best': 'The best price now is {price} on {exchange}.',
  'plan.operator': 'The operator of this server sets plans.',
  'plan.yours': 'Your plan is {plan}. The operator of this server sets plans.',
  'plan.stats': 'Averages and the verdict need {plan}.',
  'plan.history': 'Charts of the past need {plan}.',
} as const
