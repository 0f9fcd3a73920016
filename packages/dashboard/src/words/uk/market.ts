import type { Translation } from '../dictionary.js'
import type { market as english } from '../en/market.js'

export const market: Translation<typeof english> = {
  'market.title.of': 'USDT у валюті {fiat}',
  'market.banks': 'За банками',
  'market.all': 'Усі валюти разом',
  'price.best': 'найкраща',
  'market.exchanges': 'Біржі',
  'market.ads': 'огол.',
  'market.buying_24h': 'Купівля, 24 год',
  'market.why': 'Чому',
  'market.what_to_do': 'Що робити',
}
