export const track = {
  'track.title': 'How good our best prices were',
  'track.method.look':
    'In every 5 minutes, this server notes its first best price to buy and to sell. It then looks whether the same ad is still there at this price or a better one: when it reads the exchange next, and after 15 and 60 minutes.',
  'track.method.count':
    'These are all best prices of the last 30 days, counted by this server alone. A look that is missing or more than 10 minutes late (15 for the next one) counts neither way. A percentage is shown from 100 prices on.',
  'track.method.bait':
    'Bait is a trusted ad without an order for 60 minutes, while worse prices of the same exchange were taken. An ad withdrawn earlier is not found this way. It is counted among best prices, and once an hour among the first 10 trusted ads of each exchange and side.',
  'track.method.interval':
    'The bound that should hold in 9 of 10 cases is compared with the best price of the next look. Whether an advertiser completes an order cannot be seen.',
  'track.none': 'Nothing is counted yet.',
  'track.none.until':
    'The first counts come about 5 minutes after the start of the server, the first percentages after about 4 hours, or sooner with several currencies.',
  'track.more': 'How it is counted, and the figures for programs',
  'track.status': 'Which exchanges answer, and how old their prices are',
  'track.all': 'All best prices',
  'track.level.high': 'High confidence',
  'track.level.medium': 'Medium confidence',
  'track.level.low': 'Low confidence',
  'track.by.confidence': 'By confidence',
  'track.by.exchange': 'By exchange',
  'track.by.fiat': 'By currency',
  'track.by.day': 'By day',
  'track.name': 'Best prices of',
  'track.published': 'Prices',
  'track.next': 'Next look',
  'track.after_15': 'After 15 min',
  'track.after_60': 'After 60 min',
  'track.bait': 'Bait',
  'track.trusted_bait': 'Bait of all trusted',
  'track.interval': 'Bound held',
  'track.few': { one: '{n} case', other: '{n} cases' },
  'track.of': 'of {cases}',
} as const
