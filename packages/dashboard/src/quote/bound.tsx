import type { Quote } from '@p2p-rates/contract'
import { quoteBound } from '@p2p-rates/contract/words'
import { useServices } from '../services-context.js'
import { moneyText } from './usdt-and-fiat-amounts.js'

/** "In 9 of 10 cases you get at least 446.10 USDT. First order succeeds: 84 %." */
export function Bound({ quote }: { readonly quote: Quote }) {
  const { numbers, translator, t } = useServices()
  const bound = quoteBound(quote)
  const { reason, first_honoured_pct: first } = quote.interval ?? {}
  if (bound === null) {
    const why = translator.findText(`interval.none.${reason}`)
    return why === null ? null : <p class="small quiet">{why}</p>
  }
  const { kind, value, unit } = bound
  const sum = unit === 'USDT' ? `${numbers.usdt(value).main} USDT` : `${moneyText(value, unit, numbers)} ${unit}`
  return (
    <p class="small quiet">
      {t(`interval.${kind}`, { sum })} {first != null && t('interval.first', { pct: Math.round(first) })}{' '}
      <a class="not-printed" href="/track-record">
        {t('answer.track')}
      </a>
    </p>
  )
}
