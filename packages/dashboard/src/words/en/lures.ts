export const lures = {
  'lures.title': '{fiat} prices for USDT that look too good, and why',
  'lures.about.buy':
    'These prices are lower than the best trusted one. Our prices ignore each ad for the reason in its row.',
  'lures.about.sell':
    'These prices are higher than the best trusted one. Our prices ignore each ad for the reason in its row.',
  'lures.buy': 'When you buy',
  'lures.sell': 'When you sell',
  'lures.best': 'The best trusted price is {price} {fiat} on {exchange}.',
  'lures.more': 'Only the best prices of the list are shown. There may be more.',
  'lures.market': 'What an amount really costs',
  'lures.price': 'Price',
  'lures.on': 'On',
  'lures.why': 'Why not',
  'lures.none': 'No ad beats the best trusted price now.',
} as const
