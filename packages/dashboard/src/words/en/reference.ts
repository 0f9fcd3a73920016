/** The reference index on the market page, and what the words of that page mean. */
export const reference = {
  'reference.title': 'Reference index',
  'reference.about':
    'One figure over all exchanges that no single ad and no single exchange decides. Nobody trades at it; it tells what is dear.',
  'reference.buy': 'Ordinarily you buy at',
  'reference.sell': 'Ordinarily you sell at',
  'reference.made': {
    one: 'from {n} exchange, confidence {level}',
    other: 'from {n} exchanges, confidence {level}',
  },
  'reference.level.high': 'high',
  'reference.level.medium': 'medium',
  'reference.level.low': 'low',
  'reference.change': 'In 24 hours',
  'reference.official': 'Official rate',
  'reference.official.of': '{source}, for {day}',
  'reference.official.none': 'None is known.',
  'reference.premium': 'Above the official rate',
  'reference.cite': 'Copy to cite',
  'reference.days': 'Day by day',
  'reference.days.show': 'Show the last 30 days',
  'reference.days.none': 'No day has been fixed yet.',
  'reference.day': 'Day',
  'reference.fixing': 'Fixing, 12:00 UTC',
  'reference.unknown': 'unknown',
  'market.words': 'What these words mean',
  'market.words.buy':
    'the lowest price at which a normal caller (50 to 1,000 USDT, no special record) can get USDT from an ad we trust.',
  'market.words.trusted': 'Trusted',
  'market.words.trusted.is': 'price and record are plausible together. Never a promise that a person is safe.',
  'market.words.dear.is': 'measured in this market’s own usual movement, not against any official rate.',
  'market.words.more': 'How ads are judged',
} as const
