import type { CallerRecord } from '@p2p-rates/contract'
import type { ComponentChild } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { readAboutMe } from '../api/about-me.js'
import { useQuery } from '../api/use-query.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { AmountField } from '../parts/amount-field.js'
import { Button } from '../parts/button.js'
import { Checkbox } from '../parts/checkbox.js'
import { FieldWithLabel } from '../parts/field-with-label.js'
import { Form } from '../parts/form.js'
import { MethodsField } from '../parts/methods-field.js'
import { cleanUntrustedText } from '../parts/untrusted-text.js'
import { useServices } from '../services-context.js'
import { useCallerFacts } from './use-caller-facts.js'
import './about-me.css'

/** "About me: 12 orders, 98 %, on Binance · change" */
export function AboutMe({ fiat }: { readonly fiat: string }) {
  const { t, tRich } = useServices()
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
        {tRich('me.line', { who })} ·{' '}
        <button ref={button} type="button" class="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('me.change')}
        </button>
      </p>
      {isOpen && <AboutMeForm fiat={fiat} onDone={close} />}
    </div>
  )
}

function useWho(): ComponentChild {
  const { settings, lang, t } = useServices()
  const facts = useCallerFacts()
  const usual = useQuery('GET /markets', {}).answer?.usual_caller ?? {}
  const me = readAboutMe(settings.get('me'))
  const methods = listOf(me.my_methods)
  const known = useQuery('GET /payment-methods', methods.length === 0 ? null : {}).answer?.payment_methods ?? []
  const methodName = (method: string) => known.find(({ id }) => id === method)?.name ?? cleanUntrustedText(method, 40)
  const format = (names: readonly string[]) => new Intl.ListFormat(lang).format(names)
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
  if (mine.length > 0) return mine.join(', ')
  return (
    <>
      {t('me.usual')} <span class="about-usual">({facts(usual).join(', ')})</span>
    </>
  )
}

const listOf = (text = ''): readonly string[] => text.split(',').filter((name) => name !== '')

const numberIn = (name: keyof CallerRecord, text: string | undefined): Partial<CallerRecord> =>
  text === undefined ? {} : { [name]: Number(text) }

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
        {...(name === 'my_completion_pct' ? { most: 100 } : { most: mostCount, isWhole: true })}
        onType={(typed) => put(name, typed)}
      />
    </FieldWithLabel>
  )

  return (
    <Form
      class="card stack"
      takesFocus
      onSubmit={() => finish(new URLSearchParams(Object.entries(me).filter(([, value]) => value !== '')).toString())}
    >
      <div class="row">
        {field('me.orders', 'my_orders', usual?.orders)}
        {field('me.completion', 'my_completion_pct', usual?.completion_pct)}
        {field('me.account_days', 'my_account_days', usual?.account_days)}
        <Checkbox
          isTicked={me.my_verified === 'true'}
          onTick={(isTicked) => put('my_verified', isTicked ? 'true' : '')}
        >
          {t('me.documents')}
        </Checkbox>
      </div>
      <fieldset class="several">
        <legend>{t('me.exchanges')}</legend>
        {exchanges.map((id) => (
          <Checkbox
            key={id}
            isTicked={mine.includes(id)}
            onTick={(isTicked) =>
              put('my_exchanges', exchanges.filter((one) => (one === id ? isTicked : mine.includes(one))).join())
            }
          >
            {exchangeName(id)}
          </Checkbox>
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
