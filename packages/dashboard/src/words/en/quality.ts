/** How complete and fresh the record of a currency is. */
export const quality = {
  'quality.title': 'How complete the record is, {fiat}',
  'quality.about': {
    one: 'Of the five-minute slots of the last {n} day, how many hold a price; and how old the data were.',
    other: 'Of the five-minute slots of the last {n} days, how many hold a price; and how old the data were.',
  },
  'quality.series': 'Series',
  'quality.best': 'Best of all',
  'quality.index': 'Reference index',
  'quality.share': 'Recorded',
  'quality.p50': 'Age, half of the time',
  'quality.p95': 'Age, 95 of 100 times',
  'quality.target': 'Within {span}',
  'quality.gaps': 'Longest gaps',
  'quality.gaps.24h': 'Longest gaps, last 24 hours',
  'quality.gaps.none.24h': 'None of the longest gaps lies in the last 24 hours.',
  'quality.gaps.none': 'No slot is missing.',
  'quality.gap': '{series}: {span} from {time} ({why})',
  'quality.why.no_price': 'no reliable price',
  'quality.why.unobserved': 'this server did not look',
  'quality.why.unknown': 'longer ago than is remembered',
} as const
