/** The price by size and by payment method. */
export const offers = {
  'sizes.title': 'The price by size',
  'sizes.about': 'What each amount costs or brings now over trusted ads of all exchanges together.',
  'sizes.amount': 'USDT',
  'sizes.average': 'On average',
  'sizes.worst': 'At worst',
  'sizes.trades': 'Trades',
  'sizes.not_whole': 'not in whole',
  'sizes.in_all': { one: '{n} trusted ad, {usdt} USDT in all.', other: '{n} trusted ads, {usdt} USDT in all.' },
  'methods.title': 'The price by payment method',
  'methods.about': 'The best trusted price of each way to pay, over all exchanges.',
  'methods.price': 'Best price',
  'methods.on': 'On',
  'methods.ads': 'ads',
  'methods.offered': 'USDT on offer',
  'methods.none': 'No ad names a way to pay that the dictionary knows.',
  'methods.all': { one: 'Show all {n}', other: 'Show all {n}' },
} as const
