export const market = {
  'market.title.of': 'USDT in {fiat}',
  'market.banks': 'By bank',
  'market.all': 'All currencies at once',
  'price.best': 'best',
  'market.exchanges': 'Exchanges',
  'market.ads': 'ads',
  'market.buying_24h': 'Buying, 24 h',
  'market.why': 'Why',
  'market.what_to_do': 'What to do',
} as const
