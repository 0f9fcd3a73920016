import { useServices } from '../services-context.js'

type TrackRecordProps = {
  readonly ad: { readonly completed_orders: number | null; readonly min_amount: number; readonly max_amount: number }
  readonly completionPct: number | null
  /** Currency of the limits. Without it, limits are left out. */
  readonly limitsIn?: string
}

export function AdvertiserTrackRecord({ ad, completionPct, limitsIn }: TrackRecordProps) {
  const { translator, numbers } = useServices()
  const { completed_orders: orders, min_amount: least, max_amount: most } = ad
  const record = [
    ...(orders === null ? [] : [translator.t('record.orders', { n: orders })]),
    ...(completionPct === null ? [] : [`${numbers.derived(completionPct)}\u00a0%`]),
  ]
  const shownRecord = record.length === 0 ? [translator.t('record.none')] : record
  const limits =
    limitsIn === undefined
      ? []
      : [
          translator
            .t('record.limits', { from: numbers.grouped(least), to: numbers.grouped(most), fiat: limitsIn })
            .replaceAll(' ', '\u00a0'),
        ]
  return <span class="under quiet small track-record">{[...shownRecord, ...limits].join(' · ')}</span>
}
