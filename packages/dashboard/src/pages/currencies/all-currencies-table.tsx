import type { CurrencyOverview, HeadlineConfidence } from '@p2p-rates/contract'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Age } from '../../parts/age.js'
import { ConfidenceLevel, ReasonList } from '../../parts/confidence-reasons.js'
import { Disclosure } from '../../parts/disclosure.js'
import { fiatNames } from '../../parts/fiat-picker.js'
import { LinkIfPageExists } from '../../parts/link-if-page-exists.js'
import { type Column, RecordTable } from '../../parts/record-table.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'

export function AllCurrenciesTable({ lines }: { readonly lines: readonly CurrencyOverview[] }) {
  const { numbers, translator, t } = useServices()
  const nameOf = fiatNames(translator.lang)
  const best = ({ fiat, confidence, ...prices }: CurrencyOverview, side: 'buy' | 'sell') => {
    const price = prices[`best_${side}`]
    const sure = confidence?.[side]
    const decimals = decimalsOf([prices.best_buy?.price ?? null, prices.best_sell?.price ?? null], fiat)
    return price === null ? (
      '—'
    ) : (
      <>
        <span class="faint small on-tap">{exchangeName(price.exchange)}</span>{' '}
        <b class="nowrap">{numbers.price(price.price, decimals)}</b>
        {sure !== undefined && sure.level !== 'high' && (
          <>
            <span class="small faint folded-word">{translator.findText(`all.confidence.${sure.level}`)}</span>
            <div class="on-tap">
              <Doubts confidence={sure} fiat={fiat} />
            </div>
          </>
        )}
      </>
    )
  }
  const columns: readonly Column<CurrencyOverview>[] = [
    {
      heading: t('fiat.label'),
      onPhone: 'title',
      cell: ({ fiat }) => (
        <LinkIfPageExists href={`/market/${fiat}`} without={<b>{fiat}</b>}>
          <b>{fiat}</b> <span class="quiet small on-tap">{nameOf(fiat)}</span>
        </LinkIfPageExists>
      ),
    },
    { heading: t('side.buy_at'), isNumber: true, onPhone: 'line', cell: (line) => best(line, 'buy') },
    { heading: t('side.sell_at'), isNumber: true, onPhone: 'line', cell: (line) => best(line, 'sell') },
    {
      heading: t('all.index'),
      isNumber: true,
      onPhone: 'more',
      cell: ({ index, fiat }) => (index === null ? '—' : numbers.price(index, decimalsOf([index], fiat))),
    },
    {
      heading: t('all.change.long'),
      shown: t('range.24h'),
      isNumber: true,
      onPhone: 'more',
      cell: ({ change_24h_pct: change }) => (change === null ? '—' : numbers.change(change)),
    },
    {
      heading: t('all.index_confidence'),
      onPhone: 'more',
      cell: ({ index_confidence: told }) =>
        told === null
          ? '—'
          : (translator.findText(`all.confidence.${told.level}`) ?? cleanUntrustedText(told.level, 20)),
    },
    {
      heading: t('all.age'),
      onPhone: 'more',
      cell: ({ updated_at: at }) => <span class="faint">{at === null ? '—' : <Age atMs={Date.parse(at)} bare />}</span>,
    },
  ]
  return <RecordTable caption={t('all.title')} columns={columns} rows={lines} keyOf={({ fiat }) => fiat} />
}

type DoubtsProps = { readonly confidence: HeadlineConfidence; readonly fiat: string }

/** Fold the reasons of a low confidence, because they would make its row very high. */
function Doubts({ confidence: { level, reasons, surer }, fiat }: DoubtsProps) {
  const { numbers, t } = useServices()
  const word = <ConfidenceLevel level={level} />
  return (
    <div class="doubts small">
      {level === 'low' && reasons.length > 0 ? (
        <Disclosure title={word}>
          <ReasonList reasons={reasons} />
        </Disclosure>
      ) : (
        word
      )}
      {surer !== undefined && (
        <p>
          {t('doubt.surer', {
            price: numbers.price(surer.price, decimalsOf([surer.price], fiat)),
            fiat,
            exchange: exchangeName(surer.exchange),
          })}
        </p>
      )}
    </div>
  )
}
