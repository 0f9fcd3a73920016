import type { FormulaPreview } from '@p2p-rates/contract'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { useMinute } from '../../live/use-minute.js'
import { useTicking } from '../../parts/age.js'
import { Answered } from '../../parts/answered.js'
import { Facts } from '../../parts/facts.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { Skeleton } from '../../parts/skeleton.js'
import { useServices } from '../../services-context.js'
import { missingFormulaField, type RuleFormValues, toFormulaQuery } from './rule-form-values.js'
import { CurrentPriceValue, PriceSteps } from './rule-price-and-steps.js'

const FormulaPastWeek = lazyPart(
  async () => (await import('./formula-past-week.js')).FormulaPastWeek,
  ['chart', 'rules'],
)

export function Preview({ form }: { readonly form: RuleFormValues }) {
  const { t } = useServices()
  const lack = missingFormulaField(form)
  return lack === null ? (
    <>
      <Now form={form} />
      <Past form={form} />
    </>
  ) : (
    <p class="quiet">{t(lack)}</p>
  )
}

function Now({ form }: { readonly form: RuleFormValues }) {
  const { t } = useServices()
  const formula = toFormulaQuery(form)
  const query = useQuery('GET /formula', formula, { version: useMinute() })
  return (
    <section class={`stack ${query.isOld ? 'old' : ''}`} aria-labelledby="rule-now">
      <h2 id="rule-now">{t('rules.now')}</h2>
      <Answered query={query} facts={{ fiat: form.fiat }} width="60%" height="2.25rem">
        {(price) => (
          <>
            <p class="value-now">
              <CurrentPriceValue price={price} />
            </p>
            {formula !== null && <PriceSteps price={price} formula={formula} />}
          </>
        )}
      </Answered>
    </section>
  )
}

export function Past({ form }: { readonly form: RuleFormValues }) {
  const { t } = useServices()
  const query = useQuery('GET /formula/preview', toFormulaQuery(form), { version: useSlot() })
  return (
    <section class={`stack ${query.isOld ? 'old' : ''}`} aria-labelledby="rule-past">
      <h2 id="rule-past">{t('rules.past')}</h2>
      <Answered query={query} height="300px">
        {(answer) => (
          <>
            {isHourly(answer) && <p class="quiet">{t('rules.past.hourly')}</p>}
            <Figures preview={answer} form={form} />
            {answer.points.length > 0 && (
              <FormulaPastWeek preview={answer} fallback={<Skeleton width="100%" height="300px" />} />
            )}
          </>
        )}
      </Answered>
    </section>
  )
}

function Figures({ preview, form }: { readonly preview: FormulaPreview; readonly form: RuleFormValues }) {
  const { numbers, t } = useServices()
  const { fiat, lowest, highest, slots, recorded_slots: recorded, at_floor, at_ceiling, without_price } = preview
  if (recorded === 0) return <p>{t('rules.past.none')}</p>
  const decimals = decimalsOf([lowest, highest], fiat)
  const price = (value: number | null) => (value === null ? '—' : `${numbers.price(value, decimals)}\u00a0${fiat}`)
  const share = (count: number) =>
    t(isHourly(preview) ? 'rules.past.share.hours' : 'rules.past.share', {
      n: numbers.grouped(count),
      share: numbers.percent((count / recorded) * 100),
    })
  return (
    <Facts
      kind="facts rule-facts"
      facts={[
        [t('rules.past.lowest'), <b>{price(lowest)}</b>],
        [t('rules.past.highest'), <b>{price(highest)}</b>],
        form.floor !== '' && [t('rules.past.at_floor'), share(at_floor)],
        form.ceiling !== '' && [t('rules.past.at_ceiling'), share(at_ceiling)],
        without_price > 0 && [t('rules.past.without'), share(without_price)],
        [
          t('rules.past.recorded'),
          t(isHourly(preview) ? 'rules.past.of.hours' : 'rules.past.of', {
            n: numbers.grouped(recorded),
            slots: numbers.grouped(slots),
            share: numbers.percent((recorded / slots) * 100),
          }),
        ],
      ]}
    />
  )
}

const isHourly = (preview: FormulaPreview): boolean => preview.slot_minutes === 60

/** Another number with each slot of the record. */
const useSlot = (): number => useTicking(slotOf)
const slotOf = (nowMs: number): number => Math.floor(nowMs / 300_000)
