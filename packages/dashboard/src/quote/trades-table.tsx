import type { Quote } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { decimalsIn } from '../formats/decimals-in.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { AdvertiserTrackRecord } from '../parts/advertiser-track-record.js'
import { type Column, RecordTable } from '../parts/record-table.js'
import { UntrustedText } from '../parts/untrusted-text.js'
import { useServices } from '../services-context.js'
import { AdLink } from './ad-link.js'
import { moneyText, Usdt } from './usdt-and-fiat-amounts.js'

type Fill = Quote['fills'][number]

/** A sum that takes more trades than these is hardly traded at once. */
const mostShown = 8

export function TradesTable({ quote }: { readonly quote: Quote }) {
  const { t } = useServices()
  const [isWhole, showWhole] = useState(false)
  const { fills } = quote
  const hidden = isWhole ? 0 : fills.length - mostShown
  return (
    <>
      <Trades quote={quote} fills={hidden > 0 ? fills.slice(0, mostShown) : fills} />
      {hidden > 0 && (
        <p>
          <button type="button" class="link small not-printed" onClick={() => showWhole(true)}>
            {t('quote.more_trades', { n: hidden })}
          </button>
        </p>
      )}
    </>
  )
}

type TradesProps = { readonly quote: Quote; readonly fills: readonly Fill[] }

function Trades({ quote, fills }: TradesProps) {
  const { numbers, t } = useServices()
  const { fiat, side } = quote
  const decimals = decimalsIn(fills, fiat)
  const inFiat: Column<Fill> = {
    heading: t(side === 'BUY' ? 'quote.col.you_pay' : 'quote.col.you_get', { unit: fiat }),
    isNumber: true,
    cell: (fill) => moneyText(fill.fiat, fiat, numbers),
  }
  const inUsdt: Column<Fill> = {
    heading: t(side === 'BUY' ? 'quote.col.you_get' : 'quote.col.you_give', { unit: 'USDT' }),
    isNumber: true,
    cell: (fill) => <Usdt value={fill.usdt} numbers={numbers} />,
  }
  return (
    <RecordTable
      caption={t('quote.trades_title')}
      rows={fills}
      keyOf={(fill) => String(fills.indexOf(fill))}
      columns={[
        { heading: t('market.exchange'), onPhone: 'title', cell: (fill) => <b>{exchangeName(fill.exchange)}</b> },
        {
          heading: t('quote.price'),
          isNumber: true,
          onPhone: 'state',
          cell: (fill) => numbers.price(fill.price, decimals),
        },
        ...(side === 'BUY' ? [inFiat, inUsdt] : [inUsdt, inFiat]),
        {
          heading: t('quote.advertiser'),
          onPhone: 'bare',
          cell: (fill) => (
            <>
              <UntrustedText text={fill.nickname} />
              <AdvertiserTrackRecord ad={fill} completionPct={fill.completion_pct} limitsIn={fiat} />
            </>
          ),
        },
        { heading: t('quote.ad'), isNumber: true, onPhone: 'end', cell: (fill) => <AdLink fill={fill} /> },
      ]}
    />
  )
}
