import type { CallerRecord } from '@p2p-rates/contract'
import { useRef, useState } from 'preact/hooks'
import { readAboutMe } from '../api/about-me.js'
import { useQuery } from '../api/use-query.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { AmountField } from '../parts/amount-field.js'
import { Button } from '../parts/button.js'
import { FieldWithLabel } from '../parts/field-with-label.js'
import { Form } from '../parts/form.js'
import { MethodsField } from '../parts/methods-field.js'
import { cleanUntrustedText } from '../parts/untrusted-text.js'
import { useServices } from '../services-context.js'
import './about-me.css'

type AboutMeProps = {
  readonly fiat: string
  readonly side: 'buy' | 'sell'
  readonly exchange?: string
  /** True as soon as the page has its answer. */
  readonly isAnswered: boolean
}

/** "About me: 12 orders, 98 %, on Binance · change", and the price that a better record would bring. */
export function AboutMe({ isAnswered, ...props }: AboutMeProps) {
  const { t } = useServices()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const who = useWho()

  function close(): void {
    setOpen(false)
    button.current?.focus()
  }

  return (
    <div class="about-me small quiet not-printed">
      <p>
        {t('me.line', { who })} ·{' '}
        <button ref={button} type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('me.change')}
        </button>
        {isAnswered && <BetterRecord {...props} />}
      </p>
      {isOpen && <AboutMeForm fiat={props.fiat} onDone={close} />}
    </div>
  )
}

function useFacts(): (record: Partial<CallerRecord>) => readonly string[] {
  const { numbers, t } = useServices()
  return ({ orders, completion_pct: completion, account_days: days, verified }) => [
    ...(orders === undefined ? [] : [t('record.orders', { n: orders })]),
    ...(completion === undefined ? [] : [`${numbers.derived(completion)}\u00a0%`]),
    ...(days === undefined ? [] : [t('me.days', { n: days })]),
    ...(verified === true ? [t('me.verified')] : []),
  ]
}

function useWho(): string {
  const { settings, lang, t } = useServices()
  const facts = useFacts()
  const usual = useQuery('GET /markets', {}).answer?.usual_caller ?? {}
  const me = readAboutMe(settings.get('me'))
  const methods = listOf(me.my_methods)
  const known = useQuery('GET /payment-methods', methods.length === 0 ? null : {}).answer?.payment_methods ?? []
  const methodName = (method: string) => known.find(({ id }) => id === method)?.name ?? cleanUntrustedText(method, 40)
  const { format } = new Intl.ListFormat(lang)
  const exchanges = format(listOf(me.my_exchanges).map(exchangeName))
  const mine = [
    ...facts({
      ...numberIn('orders', me.my_orders),
      ...numberIn('completion_pct', me.my_completion_pct),
      ...numberIn('account_days', me.my_account_days),
      verified: me.my_verified !== undefined,
    }),
    ...(exchanges === '' ? [] : [t('me.on', { exchanges })]),
    ...(methods.length === 0 ? [] : [t('me.with', { methods: format(methods.map(methodName)) })]),
  ]
  return mine.length > 0 ? mine.join(', ') : t('me.usual', { facts: facts(usual).join(', ') })
}

const listOf = (text = ''): readonly string[] => text.split(',').filter((name) => name !== '')

const numberIn = (name: keyof CallerRecord, text: string | undefined): Partial<CallerRecord> =>
  text === undefined ? {} : { [name]: Number(text) }

/** Smaller differences are not worth a better record. */
const leastPct = 0.05

function BetterRecord({ fiat, side, exchange }: Omit<AboutMeProps, 'isAnswered'>) {
  const { numbers, lang, t } = useServices()
  const facts = useFacts()
  const { answer, isOld } = useQuery('GET /rates', {
    fiat,
    include: 'profile',
    ...(exchange !== undefined && { exchange }),
  })
  if (answer === null || isOld) return null
  const { price } = answer[`best_${side}`]
  for (const step of answer.steps ?? []) {
    const best = step[`best_${side}`]
    const pct = best === null ? 0 : (side === 'buy' ? 1 - best.price / price : best.price / price - 1) * 100
    if (step.orders > (answer.profile?.orders ?? 0) && pct >= leastPct)
      return (
        <>
          {' '}
          ·{' '}
          {t(`me.better.${side}`, {
            facts: new Intl.ListFormat(lang).format(facts(step)),
            pct: numbers.percent(pct),
          })}
        </>
      )
  }
  return null
}

const mostCount = 9_999_999

function AboutMeForm({ fiat, onDone }: { readonly fiat: string; readonly onDone: () => void }) {
  const { settings, setAboutMe, t } = useServices()
  const { exchanges = [], usual_caller: usual } = useQuery('GET /markets', {}).answer ?? {}
  const kept = settings.get('me')
  const [me, setMe] = useState(() => readAboutMe(kept))
  const put = (name: string, value: string) => setMe((last) => ({ ...last, [name]: value }))
  const mine = listOf(me.my_exchanges)

  function finish(text: string): void {
    setAboutMe(text)
    onDone()
  }

  const field = (word: 'me.orders' | 'me.completion' | 'me.account_days', name: string, usually = 0) => (
    <FieldWithLabel word={t(word)}>
      <AmountField
        label={t(word)}
        value={me[name] ?? ''}
        placeholder={String(usually)}
        takesZero
        isPrice={false}
        onType={(typed) =>
          put(
            name,
            typed === '' || name === 'my_completion_pct'
              ? String(Number(typed) > 100 ? 100 : typed)
              : String(Math.min(mostCount, Math.floor(Number(typed)))),
          )
        }
      />
    </FieldWithLabel>
  )

  return (
    <Form
      class="stack panel"
      takesFocus
      onSubmit={() => finish(new URLSearchParams(Object.entries(me).filter(([, value]) => value !== '')).toString())}
    >
      <div class="row">
        {field('me.orders', 'my_orders', usual?.orders)}
        {field('me.completion', 'my_completion_pct', usual?.completion_pct)}
        {field('me.account_days', 'my_account_days', usual?.account_days)}
        <label class="check">
          <input
            type="checkbox"
            checked={me.my_verified === 'true'}
            onChange={(event) => put('my_verified', event.currentTarget.checked ? 'true' : '')}
          />
          {t('me.documents')}
        </label>
      </div>
      <fieldset class="several">
        <legend>{t('me.exchanges')}</legend>
        {exchanges.map((id) => (
          <label key={id} class="check">
            <input
              type="checkbox"
              checked={mine.includes(id)}
              onChange={(event) =>
                put(
                  'my_exchanges',
                  exchanges.filter((one) => (one === id ? event.currentTarget.checked : mine.includes(one))).join(),
                )
              }
            />
            {exchangeName(id)}
          </label>
        ))}
      </fieldset>
      <MethodsField
        name={t('me.methods')}
        fiat={fiat}
        chosen={listOf(me.my_methods)}
        onChange={(chosen) => put('my_methods', chosen.join())}
      />
      <p>{t('me.about')}</p>
      <p class="ways">
        <Button type="submit" kind="main" word={t('me.save')} />
        {kept !== '' && <Button kind="quiet" word={t('me.forget')} onClick={() => finish('')} />}
      </p>
    </Form>
  )
}
