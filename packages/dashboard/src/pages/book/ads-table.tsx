import { useId, useState } from 'preact/hooks'
import { decimalsOf } from '../../formats/numbers.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { safeAdUrl } from '../../listed/safe-ad-url.js'
import { AdvertiserTrackRecord } from '../../parts/advertiser-track-record.js'
import { Age } from '../../parts/age.js'
import { Icon } from '../../parts/icon.js'
import { MethodNames } from '../../parts/method-names.js'
import { Tag } from '../../parts/tag.js'
import { UntrustedText, UntrustedTextInFull } from '../../parts/untrusted-text.js'
import { useCopy } from '../../parts/use-copy.js'
import { useServices } from '../../services-context.js'
import type { AdWithTrust } from './ad-with-trust.js'
import type { Row } from './stable-row-order.js'
import { ReasonLabels, ReasonSentences } from './trust-reasons.js'
import './ads-table.css'

type AdsTableProps = {
  readonly exchange: string
  readonly fiat: string
  readonly side: 'buy' | 'sell'
  readonly rows: readonly Row[]
  readonly best: AdWithTrust | null
  readonly isOld: boolean
}

export function AdsTable({ exchange, fiat, side, rows, best, isOld }: AdsTableProps) {
  const { t } = useServices()
  const decimals = decimalsOf(
    rows.map(({ ad }) => ad.price),
    fiat,
  )
  const headings = [
    t(`side.${side}_at`),
    t('book.judgement'),
    t('book.limits', { fiat }),
    t('book.has'),
    t(side === 'buy' ? 'book.pay_with' : 'book.get_paid'),
    t('book.advertiser'),
  ]
  return (
    // Roles are written out, because a table that is drawn as blocks is none to some browsers.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table class={`ads ${isOld ? 'old' : ''}`} role="table">
      <caption class="heard">{t('book.title', { exchange: exchangeName(exchange), fiat })}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {headings.map((heading, at) => (
            <th key={at} role="columnheader" scope="col" class={at === 2 || at === 3 ? 'num' : undefined}>
              {heading}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span class="heard">{t('book.reasons')}</span>
          </th>
        </tr>
      </thead>
      {rows.map((row) => (
        <AdRow
          key={row.key}
          row={row}
          exchange={exchange}
          fiat={fiat}
          decimals={decimals}
          headings={headings}
          isBest={row.ad === best}
        />
      ))}
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

type AdRowProps = {
  readonly row: Row
  readonly exchange: string
  readonly fiat: string
  readonly decimals: number
  readonly headings: readonly string[]
  readonly isBest: boolean
}

function AdRow({ row: { ad, isGone }, exchange, fiat, decimals, headings, isBest }: AdRowProps) {
  const { numbers, t } = useServices()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const price = numbers.price(ad.price, decimals)
  const stock = ad.available_usdt === null ? null : numbers.usdt(ad.available_usdt)
  const kinds = [ad.trusted ? 'trusted' : 'doubted', isBest ? 'best' : '', isGone ? 'gone' : '', isOpen ? 'open' : '']
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see the table
    // biome-ignore-start lint/a11y/useSemanticElements: see the table
    <tbody role="rowgroup" class={kinds.join(' ')}>
      <tr role="row">
        <td role="cell" class="at">
          <span class="price-of-ad">{price}</span>
          <span class="heard"> {t('book.per_usdt', { fiat })}</span>
          {isBest && <span class="best-word">{t('book.best')}</span>}
          {isGone && <Tag>{t('book.gone')}</Tag>}
        </td>
        <td role="cell" class="verdict-cell">
          <TrustScore ad={ad} />
        </td>
        <td role="cell" class="num nowrap limits" data-heading={fiat}>
          {numbers.grouped(ad.min_amount)} – {numbers.grouped(ad.max_amount)}
        </td>
        <td role="cell" class="num stock" data-heading={headings[3]}>
          {stock === null ? '—' : stock.main}
          {stock !== null && stock.rest !== '' && <span class="faint small">{stock.rest}</span>}
        </td>
        <td role="cell" class="methods small">
          <MethodNames names={ad.payment_methods} most={3} />
        </td>
        <td role="cell" class="advertiser">
          <UntrustedText text={ad.nickname} longest={60} />
          <AdvertiserTrackRecord ad={ad} completionPct={ad.completion_rate} />
        </td>
        <td role="cell" class="opener">
          <button
            type="button"
            class="button quiet"
            aria-expanded={isOpen}
            aria-controls={id}
            aria-label={t('book.why', { verdict: t(ad.trusted ? 'trust.yes' : 'trust.no'), price })}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'up' : 'down'} />
          </button>
        </td>
      </tr>
      <tr role="row" class="why">
        <td role="cell" colSpan={7}>
          {!isOpen && <ReasonLabels ad={ad} />}
          <div id={id}>{isOpen && <Details ad={ad} exchange={exchange} decimals={decimals} />}</div>
        </td>
      </tr>
    </tbody>
    // biome-ignore-end lint/a11y/useSemanticElements: see the table
    // biome-ignore-end lint/a11y/noRedundantRoles: see the table
  )
}

type DetailsProps = { readonly ad: AdWithTrust; readonly exchange: string; readonly decimals: number }

function Details({ ad, exchange, decimals }: DetailsProps) {
  const { t, tRich } = useServices()
  const copy = useCopy()
  const link = safeAdUrl(exchange, ad.url)
  const seenMs = Date.parse(ad.observed_at)
  return (
    <div class="panel">
      <p class="whole-name">
        <UntrustedTextInFull text={ad.nickname} />
        <span class="quiet small">
          <UntrustedTextInFull text={ad.payment_methods.join(', ')} />
        </span>
      </p>
      <ReasonSentences ad={ad} decimals={decimals} />
      <p class="ways small">
        {link !== null && (
          <a href={link} target="_blank" rel="noopener noreferrer">
            {t('book.open_on', { exchange: exchangeName(exchange) })} <Icon name="open" size={12} />
          </a>
        )}
        <button type="button" class="link not-printed" onClick={() => void copy(JSON.stringify(ad, null, 2), true)}>
          {t('book.copy_json')}
        </button>
        {Number.isFinite(seenMs) && <span class="quiet">{tRich('book.seen', { age: <Age atMs={seenMs} /> })}</span>}
      </p>
    </div>
  )
}

function TrustScore({ ad }: { readonly ad: AdWithTrust }) {
  const { translator, numbers } = useServices()
  const score = numbers.difference(ad.score)
  return (
    <div class="judgement">
      <span class="verdict sign-and-word">
        <Icon name={ad.trusted ? 'yes' : 'no'} />
        {translator.t(ad.trusted ? 'trust.yes' : 'trust.no')}
      </span>
      <span class="score small">
        <svg viewBox="0 0 44 10" width={44} height={10} aria-hidden="true">
          <rect class="track" y="3" width="44" height="4" rx="2" />
          <rect class="full" y="3" width={44 * ad.score} height="4" rx="2" />
          <path d="M22 1v8" />
        </svg>
        <span aria-hidden="true">{score}</span>
        <span class="heard">{translator.t('book.score', { score })}</span>
      </span>
    </div>
  )
}
