/** How complete and fresh the record of a currency is. */
export const quality = {
  'quality.title': 'Completeness of the record, {fiat}',
  'quality.about': {
    one: 'Five-minute slots of the last {n} day that have a price, and how old the data were.',
    other: 'Five-minute slots of the last {n} days that have a price, and how old the data were.',
  },
  'quality.series': 'Series',
  'quality.best': 'Best of all',
  'quality.index': 'Reference index',
  'quality.share': 'Recorded',
  'quality.p50': 'Median age',
  'quality.p95': '95th percentile age',
  'quality.target': 'Within {span}',
  'quality.gaps': 'Longest gaps',
  'quality.gaps.24h': 'Longest gaps, last 24 hours',
  'quality.gaps.none.24h': 'None of the longest gaps is in the last 24 hours.',
  'quality.gaps.none': 'No gaps.',
  'quality.gap': '{series}: {span} from {time} ({why})',
  'quality.why.no_price': 'no reliable price',
  'quality.why.unobserved': 'this server was not running',
  'quality.why.unknown': 'too long ago to know',
} as const
