import type { PriceAt } from '@p2p-rates/contract'
import { useId } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeIds, exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Answered } from '../../parts/answered.js'
import { Facts } from '../../parts/facts.js'
import { FieldWithLabel } from '../../parts/field-with-label.js'
import { Picker } from '../../parts/picker.js'
import { useServices } from '../../services-context.js'
import { Currency } from './converter.js'
import type { CurrenciesState } from './route.js'

type PastPriceProps = { readonly view: CurrenciesState; readonly choose: (change: Partial<CurrenciesState>) => void }

const slotMs = 300_000

/** Price of 1 USDT in the 5-minute slot of a given time. */
export function PastPrice({ view, choose }: PastPriceProps) {
  const { t } = useServices()
  const { fiat, at, series } = view
  const id = useId()
  const atMs = Date.parse(at)
  const question = Number.isNaN(atMs) ? null : { fiat, at: Math.floor(atMs / 1000), exchange: series }
  const query = useQuery('GET /price', question)
  const nameOf = (one: string) =>
    one === 'best' ? t('past.best') : one === 'index' ? t('past.index') : exchangeName(one)
  const names = ['best', 'index', ...exchangeIds] as const
  return (
    <section class="panel stack past-price">
      <h2>{t('past.title')}</h2>
      <p class="quiet small">{t('past.about')}</p>
      <div class="ways fields not-printed">
        <FieldWithLabel word={t('fiat.label')}>
          <Currency label={t('fiat.label')} value={fiat} onPick={(code) => choose({ fiat: code })} />
        </FieldWithLabel>
        <div>
          <label for={id} class="small quiet">
            {t('past.when')}
          </label>
          <input
            id={id}
            class="field"
            type="datetime-local"
            value={at}
            onChange={({ currentTarget }) => choose({ at: currentTarget.value })}
          />
        </div>
        <FieldWithLabel word={t('past.of')}>
          <Picker
            label={t('past.of')}
            value={series}
            options={names.map((one) => ({ value: one, label: nameOf(one) }))}
            onPick={(name) => choose({ series: name })}
          >
            {nameOf(series)}
          </Picker>
        </FieldWithLabel>
      </div>
      <div aria-live="polite">
        {question === null ? (
          <p class="quiet">{t('past.type')}</p>
        ) : (
          <Answered query={query} facts={{ fiat }} width="60%" height="2.25rem" dims>
            {(answer) => <Found answer={answer} />}
          </Answered>
        )}
      </div>
    </section>
  )
}

function Found({ answer }: { readonly answer: PriceAt }) {
  const { numbers, translator, t } = useServices()
  const { fiat, buy, sell, reason } = answer
  if (reason !== null) return <p>{translator.findText(`past.${reason}`) ?? t('past.none')}</p>
  const times = createTimes(translator.lang, 'local')
  const slotStartMs = Date.parse(answer.slot)
  const decimals = decimalsOf([buy, sell], fiat)
  const price = (value: number | null) => (value === null ? '—' : `${numbers.price(value, decimals)} ${fiat}`)
  return (
    <>
      <p class="quiet small">
        {t('past.found', { from: times.full(slotStartMs), to: times.clock(slotStartMs + slotMs) })}{' '}
        {t('past.sources', { n: answer.sources })}
      </p>
      <Facts
        facts={[
          [t('past.bought'), <b>{price(buy)}</b>],
          [t('past.sold'), <b>{price(sell)}</b>],
        ]}
      />
    </>
  )
}
