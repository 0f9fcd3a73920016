export const banks = {
  'banks.title': 'USDT for {fiat} by bank',
  'banks.all': 'The same amount with every bank',
  'banks.about': 'The best trusted ad of all exchanges that takes the whole amount in one order.',
  'banks.buy': 'You get, USDT',
  'banks.sell': 'You give, USDT',
  'banks.on': 'On',
  'banks.ads': 'ads',
  'banks.best': 'Best three ads',
  'banks.none': 'No trusted ad takes this amount in one order.',
  'banks.no_ad': 'No trusted ad takes this amount in one order with this payment method.',
  'banks.lures': 'Better prices that are not trusted, and why',
} as const
