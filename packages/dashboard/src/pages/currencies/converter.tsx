import type { Convert, ConvertLeg } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Age } from '../../parts/age.js'
import { AmountField } from '../../parts/amount-field.js'
import { Answered } from '../../parts/answered.js'
import { ConfidenceReasons } from '../../parts/confidence-reasons.js'
import { type Fact, Facts } from '../../parts/facts.js'
import { type FiatPicker, fiatOptions } from '../../parts/fiat-picker.js'
import { FieldWithLabel } from '../../parts/field-with-label.js'
import { MethodPicker } from '../../parts/method-picker.js'
import { Picker } from '../../parts/picker.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { moneyText } from '../../quote/usdt-and-fiat-amounts.js'
import { useServices } from '../../services-context.js'
import { cheapestFee, wireFee } from '../url-fields.js'
import type { CurrenciesState } from './route.js'

type ConverterProps = {
  readonly view: CurrenciesState
  readonly choose: (change: Partial<CurrenciesState>) => void
  readonly type: (change: Partial<CurrenciesState>) => void
  readonly version: number
}

export function Converter({ view, choose, type, version }: ConverterProps) {
  const { t } = useServices()
  const { from, to, amount, pay, receive, fee } = view
  const question =
    amount === '' || from === to
      ? null
      : {
          from,
          to,
          amount: Number(amount),
          transfer_fee_usdt: wireFee(fee),
          ...(pay !== '' && { from_method: pay }),
          ...(receive !== '' && { to_method: receive }),
        }
  const query = useQuery('GET /convert', question, { version })
  return (
    <section class="panel stack converter">
      <h2>{t('convert.title')}</h2>
      <p class="quiet small">{t('convert.about')}</p>
      <div class="ways fields not-printed">
        <FieldWithLabel word={t('convert.from')}>
          <Currency label={t('convert.from')} value={from} onPick={(code) => choose({ from: code, pay: '' })} />
        </FieldWithLabel>
        <FieldWithLabel word={t('amount.in', { fiat: from })}>
          <AmountField
            label={t('amount.in', { fiat: from })}
            value={amount}
            onType={(next) => type({ amount: next })}
          />
        </FieldWithLabel>
        <FieldWithLabel word={t('convert.to')}>
          <Currency label={t('convert.to')} value={to} onPick={(code) => choose({ to: code, receive: '' })} />
        </FieldWithLabel>
        <FieldWithLabel word={t('convert.pay_by')}>
          <MethodPicker fiat={from} value={pay} onPick={(method) => choose({ pay: method })} />
        </FieldWithLabel>
        <FieldWithLabel word={t('convert.paid_by')}>
          <MethodPicker fiat={to} value={receive} onPick={(method) => choose({ receive: method })} />
        </FieldWithLabel>
        <FieldWithLabel word={t('convert.your_fee')}>
          <AmountField
            label={t('convert.your_fee')}
            value={fee === cheapestFee ? '' : fee}
            placeholder={t('convert.fee.cheapest')}
            takesZero
            onType={(next) => type({ fee: next === '' ? cheapestFee : next })}
          />
        </FieldWithLabel>
      </div>
      <div aria-live="polite">
        {question === null ? (
          <p class="quiet">{t(from === to ? 'convert.same' : 'convert.type')}</p>
        ) : (
          <Answered query={query} facts={{ fiat: `${from} / ${to}` }} width="70%" height="2.25rem" dims>
            {(answer) => <Outcome answer={answer} />}
          </Answered>
        )}
      </div>
    </section>
  )
}

type CurrencyProps = Pick<Parameters<typeof FiatPicker>[0], 'value' | 'onPick'> & { readonly label: string }

export const Currency = ({ label, value, onPick }: CurrencyProps) => (
  <Picker label={label} value={value} options={fiatOptions(useServices().lang)} onPick={onPick}>
    <b>{value}</b>
  </Picker>
)

function Outcome({ answer }: { readonly answer: Convert }) {
  const { numbers, translator, t } = useServices()
  const { from, to, received, unfilled, rate } = answer
  if (received === null) {
    const code = unfilled?.reason ?? 'no_ads'
    const reason = translator.findText(`convert.reason.${code}`) ?? cleanUntrustedText(code, 40)
    return <p>{t('convert.not_whole', { reason })}</p>
  }
  const cost = (pct: number | null) =>
    pct === null ? '—' : t(pct < 0 ? 'convert.gains' : 'convert.costs', { pct: numbers.percent(Math.abs(pct)) })
  const { costs, transfer } = answer
  const parts = costs === null ? [] : (['buy', 'transfer', 'sell'] as const).map((part) => ({ part, ...costs[part] }))
  const partOf = ({ part, amount, pct }: (typeof parts)[number]): Fact => [
    <div class="part">{t(`convert.part.${part}`)}</div>,
    <>
      {cost(pct)}, {moneyText(Math.abs(amount), from, numbers)} {from}
    </>,
  ]
  const leg = (one: ConvertLeg | null, fiat: string) =>
    one?.average_price == null
      ? '—'
      : `${t('convert.leg', {
          exchange: exchangeName(one.exchange),
          price: numbers.derived(one.average_price),
          fiat,
        })}, ${t('count.trades', { n: one.fills.length })}`
  return (
    <>
      <p class="arrives">
        <b>
          {t('convert.arrives', {
            amount: moneyText(answer.amount, from, numbers),
            from,
            received: moneyText(received, to, numbers),
            to,
          })}
        </b>
      </p>
      <Facts
        facts={[
          [
            t('convert.rate', { from }),
            <>
              {rate === null ? '—' : numbers.derived(rate)} {to}
            </>,
          ],
          [t('convert.cost_index'), cost(answer.cost_pct)],
          ...parts.map(partOf),
          [t('convert.cost_official'), cost(answer.cost_vs_official_pct)],
          [t('convert.buys'), leg(answer.buy, from)],
          [t('convert.sells'), leg(answer.sell, to)],
          [
            t('convert.fee'),
            <>
              {numbers.grouped(answer.transfer_fee_usdt)} USDT
              {transfer?.network != null && `, ${transfer.network}`}
            </>,
          ],
        ]}
      />
      {answer.updated_at !== null && (
        <p class="small quiet">
          <Age atMs={Date.parse(answer.updated_at)} />
        </p>
      )}
      <ConfidenceReasons {...answer.confidence} />
    </>
  )
}
