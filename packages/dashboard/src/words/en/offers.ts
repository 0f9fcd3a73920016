/** The price by size and by payment method. */
export const offers = {
  'sizes.title': 'Price by amount',
  'sizes.about': 'What each amount costs or brings now, over trusted ads of all exchanges.',
  'sizes.amount': 'USDT',
  'sizes.average': 'Average',
  'sizes.worst': 'Worst',
  'sizes.trades': 'Trades',
  'sizes.not_whole': 'not in full',
  'sizes.in_all': { one: '{n} trusted ad, {usdt} USDT in all.', other: '{n} trusted ads, {usdt} USDT in all.' },
  'methods.title': 'Price by payment method',
  'methods.about': 'The best trusted price of each payment method, over all exchanges.',
  'methods.price': 'Best price',
  'methods.on': 'On',
  'methods.ads': 'ads',
  'methods.offered': 'USDT on offer',
  'methods.none': 'No ad has a known payment method.',
  'methods.all': { one: 'Show all {n}', other: 'Show all {n}' },
} as const
