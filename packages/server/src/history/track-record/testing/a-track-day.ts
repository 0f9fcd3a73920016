import type { TrackDay } from '../../history-stores.js'

export const aTrackDay = (facts: Partial<TrackDay> = {}): TrackDay => ({
  fiat: 'UAH',
  day: '2026-11-21',
  counts: [
    { series: 'best', confidence: 'high', measure: 'published', cases: 240, held: 240 },
    { series: 'best', confidence: 'high', measure: 'next', cases: 239, held: 231 },
  ],
  ...facts,
})
