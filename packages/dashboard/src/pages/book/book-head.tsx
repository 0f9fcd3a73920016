import type { Source } from '@p2p-rates/contract'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeIds, exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Age } from '../../parts/age.js'
import { FiatPicker } from '../../parts/fiat-picker.js'
import { Shape } from '../../parts/icon.js'
import { PageHeading } from '../../parts/page-heading-and-title.js'
import { Select } from '../../parts/select.js'
import { ShareMenu } from '../../parts/share-menu.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import { exchangeUrlField } from '../exchange-url-field.js'
import type { BookState } from './route.js'

type BookHeadProps = {
  readonly view: BookState
  readonly choose: (change: Partial<BookState>) => void
  readonly source: Source | null
  readonly offered: readonly string[]
  readonly text: string | null
}

export function BookHead({ view, choose, source, offered, text }: BookHeadProps) {
  const { t } = useServices()
  const { exchange, fiat } = view
  const listed = exchangeIds.filter((id) => id === exchange || offered.includes(id))
  return (
    <div class="row page-head">
      <PageHeading>
        {t('book.ads_on')}
        <span class="heard">
          {' '}
          {exchangeName(exchange)} {t('book.for')} {fiat}
        </span>
      </PageHeading>
      <Select
        label={t('market.exchange')}
        value={exchange}
        options={listed.map((value) => ({ value, label: exchangeName(value) }))}
        onChoose={(id) => choose({ exchange: exchangeUrlField.read(id) ?? exchange })}
      />
      <span aria-hidden="true" class="quiet">
        {t('book.for')}
      </span>
      <FiatPicker value={fiat} onPick={(next) => choose({ fiat: next })} />
      <div class="state">
        {source !== null && <SourceNow source={source} />}
        <ShareMenu text={text} />
      </div>
    </div>
  )
}

function SourceNow({ source: { state, observed_at } }: { readonly source: Source }) {
  const { translator } = useServices()
  return (
    <span class="nowrap source-now">
      <Shape name={state} /> {sourceWord(translator.findText(`source.${state}`), state)}{' '}
      {observed_at !== null && (
        <span class="quiet">
          <Age atMs={Date.parse(observed_at)} bare />
        </span>
      )}
    </span>
  )
}

/** Reason why an exchange's ads are outdated or missing; null if the source is live. */
export function SourceTrouble({ source }: { readonly source: Source }) {
  const { translator } = useServices()
  const { state, next_attempt_at: next } = source
  if (state === 'live') return null
  return (
    <p class="source-trouble" role="note">
      <Shape name={state} />{' '}
      <span>
        <b>
          {exchangeName(source.exchange)}: {sourceWord(translator.findText(`source.${state}`), state)}.
        </b>{' '}
        {translator.findText(`source.${state}.why`)}{' '}
        {next !== null &&
          translator.t('book.next', { time: createTimes(translator.lang, 'local').clock(Date.parse(next)) })}
      </span>
    </p>
  )
}

const sourceWord = (word: string | null, state: string): string =>
  word ?? cleanUntrustedText(state, 40).replaceAll('_', ' ')
