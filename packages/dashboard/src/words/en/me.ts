/** The user of this browser, for whom prices are. */
export const me = {
  'me.line': 'About me: {who}',
  'me.usual': 'a usual caller',
  'me.days': { one: '{n} day', other: '{n} days' },
  'me.verified': 'verified',
  'me.on': 'on {exchanges}',
  'me.with': 'with {methods}',
  'me.change': 'change',
  'me.orders': 'Completed orders',
  'me.completion': 'Completion, %',
  'me.account_days': 'Account age, days',
  'me.documents': 'Verified with documents or a video',
  'me.exchanges': 'Exchanges where I have an account',
  'me.methods': 'My payment methods',
  'me.about':
    'Prices then come only from ads that you can take. Empty fields mean a usual caller; no exchange or method means all. This browser keeps the form and sends it only with requests for current prices.',
  'me.save': 'Show my prices',
  'me.forget': 'Forget',
  'me.better.buy': 'You would pay {pct} less with this record: {facts}.',
  'me.better.sell': 'You would get {pct} more with this record: {facts}.',
} as const
