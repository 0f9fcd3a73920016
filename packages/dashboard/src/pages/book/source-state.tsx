import type { Source } from '@p2p-rates/contract'
import { createTimes } from '../../formats/times-and-zones.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { Age } from '../../parts/age.js'
import { Shape } from '../../parts/icon.js'
import { SourceWhy } from '../../parts/source-why.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'

export function SourceNow({ source: { state, observed_at } }: { readonly source: Source }) {
  const { translator } = useServices()
  return (
    <span class="nowrap small">
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
  const { state, reason, next_attempt_at: next } = source
  if (state === 'live') return null
  return (
    <p class="source-trouble" role="note">
      <Shape name={state} />{' '}
      <span>
        <b>
          {exchangeName(source.exchange)}: {sourceWord(translator.findText(`source.${state}`), state)}.
        </b>{' '}
        <SourceWhy state={state} reason={reason} />{' '}
        {next !== null &&
          translator.t('book.next', { time: createTimes(translator.lang, 'local').clock(Date.parse(next)) })}
      </span>
    </p>
  )
}

const sourceWord = (word: string | null, state: string): string =>
  word ?? cleanUntrustedText(state, 40).replaceAll('_', ' ')
