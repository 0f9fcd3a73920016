import { useId, useState } from 'preact/hooks'
import { decimalsIn } from '../../formats/decimals-in.js'
import { exchangeName } from '../../listed/exchanges-fiats-and-plans.js'
import { safeAdUrl } from '../../listed/safe-ad-url.js'
import { AdvertiserTrackRecord } from '../../parts/advertiser-track-record.js'
import { Icon } from '../../parts/icon.js'
import { MethodNames } from '../../parts/method-names.js'
import { Tag } from '../../parts/tag.js'
import { UntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import { AdDetails } from './ad-details.js'
import type { AdWithTrust } from './ad-with-trust.js'
import { foldedRows, type Row } from './stable-row-order.js'
import { decidingReason, differenceFromMarket } from './trust-reasons.js'
import './ads-table.css'

type AdsTableProps = {
  readonly exchange: string
  readonly fiat: string
  readonly side: 'buy' | 'sell'
  /** Fiat amount to work out for each ad; null without one. */
  readonly amount: number | null
  readonly rows: readonly Row[]
  readonly best: AdWithTrust | null
  readonly isOld: boolean
}

export function AdsTable({ exchange, fiat, side, amount, rows, best, isOld }: AdsTableProps) {
  const { t } = useServices()
  const ads = rows.map(({ ad }) => ad)
  const decimals = decimalsIn(ads, fiat)
  const { folded, shown } = foldedRows(rows, best, side)
  const [areFoldedShown, showFolded] = useState(false)
  const headings = [
    { word: t('book.price', { fiat }) },
    ...(amount === null ? [] : [{ word: t(side === 'buy' ? 'book.you_get' : 'book.you_give'), isNumber: true }]),
    { word: t('book.limits', { fiat }) },
    { word: t(side === 'buy' ? 'book.pay_with' : 'book.get_paid') },
    { word: t('book.advertiser') },
    { word: t('book.judgement') },
  ]
  const row = (one: Row) => (
    <AdRow
      key={one.key}
      row={one}
      exchange={exchange}
      fiat={fiat}
      amount={amount}
      decimals={decimals}
      columns={headings.length + 1}
      isBest={one.ad === best}
    />
  )
  return (
    // Roles are written out, because a table that is drawn as blocks is none to some browsers.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table class={`ads ${isOld ? 'old' : ''}`} role="table">
      <caption class="heard">{t('book.title', { exchange: exchangeName(exchange), fiat })}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {headings.map(({ word, isNumber }) => (
            <th key={word} role="columnheader" scope="col" class={isNumber === true ? 'num' : undefined}>
              {word}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span class="heard">{t('book.open')}</span>
          </th>
        </tr>
      </thead>
      {folded.length > 0 && (
        <tbody role="rowgroup" class="folded">
          <tr role="row">
            <td role="cell" colSpan={headings.length + 1}>
              <button type="button" aria-expanded={areFoldedShown} onClick={() => showFolded(!areFoldedShown)}>
                <Icon name={areFoldedShown ? 'up' : 'down'} size={12} />{' '}
                <b>{t(side === 'buy' ? 'book.folded_cheaper' : 'book.folded_better', { n: folded.length })}</b>{' '}
                <FoldedReasons rows={folded} decimals={decimals} />{' '}
                <u>{t(areFoldedShown ? 'book.fold' : 'book.unfold')}</u>
              </button>
            </td>
          </tr>
        </tbody>
      )}
      {areFoldedShown && folded.map(row)}
      {shown.map(row)}
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

const mostExplained = 4

/** "41.40: 7.9 % below the market · 42.77: new advertiser" */
function FoldedReasons({ rows, decimals }: { readonly rows: readonly Row[]; readonly decimals: number }) {
  const { translator, numbers, t } = useServices()
  const why = (ad: AdWithTrust): string => {
    const pct = differenceFromMarket(ad)
    if (pct === null) return decidingReason(translator, ad)
    return t(pct < 0 ? 'book.below_market' : 'book.above_market', { pct: numbers.percent(Math.abs(pct)) })
  }
  return (
    <span class="quiet">
      {rows.slice(0, mostExplained).map(({ key, ad }, at) => (
        <span key={key}>
          {at > 0 && ' · '}
          {numbers.price(ad.price, decimals)}: {why(ad)}
        </span>
      ))}
      {rows.length > mostExplained && ' · …'}
    </span>
  )
}

type AdRowProps = Pick<AdsTableProps, 'exchange' | 'fiat' | 'amount'> & {
  readonly row: Row
  readonly decimals: number
  readonly columns: number
  readonly isBest: boolean
}

function AdRow({ row: { ad, isGone }, exchange, fiat, amount, decimals, columns, isBest }: AdRowProps) {
  const { translator, numbers, t } = useServices()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const price = numbers.price(ad.price, decimals)
  const score = numbers.difference(ad.score)
  const link = ad.trusted ? safeAdUrl(exchange, ad.url) : null
  const kinds = [ad.trusted ? 'trusted' : 'doubted', isBest ? 'best' : '', isGone ? 'gone' : '', isOpen ? 'open' : '']
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: see the table
    // biome-ignore-start lint/a11y/useSemanticElements: see the table
    <tbody role="rowgroup" class={kinds.join(' ')}>
      <tr role="row">
        <td role="cell" class="price-of-ad nowrap">
          {price}
          <span class="heard"> {t('book.per_usdt', { fiat })}</span>{' '}
          {isBest && <Tag kind="plain">{t('book.best')}</Tag>}
          {isGone && <Tag>{t('book.gone')}</Tag>}
        </td>
        {amount !== null && (
          <td role="cell" class="num brings">
            {numbers.usdt(amount / ad.price).main}
          </td>
        )}
        <td role="cell" class="nowrap limits">
          {numbers.grouped(Math.ceil(ad.min_amount))} – {numbers.grouped(Math.floor(ad.max_amount))}
        </td>
        <td role="cell" class="methods">
          <MethodNames names={ad.payment_methods} most={2} />
        </td>
        <td role="cell" class="advertiser">
          <UntrustedText text={ad.nickname} longest={60} />{' '}
          <AdvertiserTrackRecord ad={ad} completionPct={ad.completion_rate} />
        </td>
        <td role="cell" class="judgement">
          <button type="button" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            <svg viewBox="0 0 44 4" width={44} height={4} aria-hidden="true">
              <rect class="track" width="44" height="4" rx="2" />
              <rect class="filled" width={44 * ad.score} height="4" rx="2" />
            </svg>
            <span class="word">
              {!ad.trusted && <Icon name="no" size={12} />} {decidingReason(translator, ad)}
            </span>
            <span class="faint nowrap ad-score">{score}</span>
            <span class="heard">{t('book.why', { price })}</span>
            <Icon name={isOpen ? 'up' : 'down'} size={12} />
          </button>
        </td>
        <td role="cell" class="opener nowrap">
          {link !== null && (
            <a href={link} target="_blank" rel="noopener noreferrer">
              {t('book.open')}
              <span class="heard"> {t('book.open_price', { price, exchange: exchangeName(exchange) })}</span>{' '}
              <Icon name="open" size={12} />
            </a>
          )}
        </td>
      </tr>
      <tr role="row" class="why" hidden={!isOpen}>
        <td role="cell" colSpan={columns}>
          <div id={id}>{isOpen && <AdDetails ad={ad} exchange={exchange} decimals={decimals} />}</div>
        </td>
      </tr>
    </tbody>
    // biome-ignore-end lint/a11y/useSemanticElements: see the table
    // biome-ignore-end lint/a11y/noRedundantRoles: see the table
  )
}
