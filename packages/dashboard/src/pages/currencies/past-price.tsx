import type { PriceAt } from '@p2p-rates/contract'
import { useId } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { decimalsOf } from '../../formats/numbers.js'
import { createTimes } from '../../formats/times.js'
import { exchangeIds, exchangeName } from '../../listed/names.js'
import { Labelled } from '../../parts/labelled.js'
import { Picker } from '../../parts/picker.js'
import { Problem } from '../../parts/problem.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services.js'
import { Currency } from './converter.js'
import type { CurrenciesState } from './entry.js'

type PastPriceProps = {
  readonly view: CurrenciesState
  readonly choose: (change: Partial<CurrenciesState>) => void
}

const slotMs = 300_000

/** What one USDT cost in the five minutes that hold a moment. */
export function PastPrice({ view, choose }: PastPriceProps) {
  const { speech } = useServices()
  const { say } = speech
  const { fiat, at, series } = view
  const id = useId()
  const atMs = Date.parse(at)
  const question = Number.isNaN(atMs) ? null : { fiat, at: Math.floor(atMs / 1000), exchange: series }
  const { answer, isOld, error, again } = useAnswer('GET /price', question)
  const nameOf = (one: string) =>
    one === 'best' ? say('past.best') : one === 'index' ? say('past.index') : exchangeName(one)
  const names = ['best', 'index', ...exchangeIds] as const
  return (
    <section class="panel past-price">
      <h2>{say('past.title')}</h2>
      <p class="quiet small">{say('past.about')}</p>
      <div class="fields not-printed">
        <Labelled word={say('all.currency')}>
          <Currency label={say('all.currency')} value={fiat} onPick={(code) => choose({ fiat: code })} />
        </Labelled>
        <div>
          <label for={id} class="small quiet">
            {say('past.when')}
          </label>
          <input
            id={id}
            class="field"
            type="datetime-local"
            value={at}
            onChange={({ currentTarget }) => choose({ at: currentTarget.value })}
          />
        </div>
        <Labelled word={say('past.of')}>
          <Picker
            label={say('past.of')}
            value={series}
            options={names.map((one) => ({ value: one, label: nameOf(one) }))}
            onPick={(picked) => choose({ series: names.find((one) => one === picked) ?? 'best' })}
          >
            {nameOf(series)}
          </Picker>
        </Labelled>
      </div>
      <div aria-live="polite">
        {question === null ? (
          <p class="quiet">{say('past.type')}</p>
        ) : error !== null ? (
          <Problem error={error} again={again} facts={{ fiat }} />
        ) : answer === null ? (
          <Skeleton width="60%" height="2.25rem" />
        ) : (
          <div class={isOld ? 'old' : ''}>
            <Found answer={answer} />
          </div>
        )}
      </div>
    </section>
  )
}

function Found({ answer }: { readonly answer: PriceAt }) {
  const { speech, numbers } = useServices()
  const { say } = speech
  const { fiat, buy, sell, reason } = answer
  if (reason !== null) return <p>{speech.find(`past.${reason}`) ?? say('past.none')}</p>
  const times = createTimes(speech.lang, 'local')
  const slotStartMs = Date.parse(answer.slot)
  const decimals = decimalsOf([buy, sell], fiat)
  const price = (value: number | null) => (value === null ? '—' : `${numbers.price(value, decimals)} ${fiat}`)
  return (
    <>
      <p class="quiet small">
        {say('past.found', { from: times.full(slotStartMs), to: times.clock(slotStartMs + slotMs) })}{' '}
        {say('past.sources', { n: answer.sources })}
      </p>
      <dl class="facts">
        <dt>{say('past.bought')}</dt>
        <dd>
          <b>{price(buy)}</b>
        </dd>
        <dt>{say('past.sold')}</dt>
        <dd>
          <b>{price(sell)}</b>
        </dd>
      </dl>
    </>
  )
}
