import type { Fair } from '@p2p-rates/contract'
import { useRef, useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { decimalsOf } from '../../formats/numbers.js'
import { AmountField } from '../../parts/amount-field.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import type { QuoteInput } from '../../quote/quote-input.js'
import { useServices } from '../../services-context.js'

type OfferedPriceProps = {
  readonly fiat: string
  readonly quoteInput: QuoteInput
  /** Plain digits; empty until the user types a price. */
  readonly offer: string
  readonly version: number
  readonly onType: (offer: string) => void
}

/** A price that the user was offered, compared with the market for the trade of the sentence above. */
export function OfferedPrice({ fiat, quoteInput, offer, version, onType }: OfferedPriceProps) {
  const { t, tRich } = useServices()
  const [isWrong, setWrong] = useState(false)
  const asked = useRef(offer)
  // While the text is invalid, the last answer keeps its place.
  if (offer !== '' || !isWrong) asked.current = offer
  const question = toFairQuery(fiat, quoteInput, asked.current)
  const { answer, isOld, error, refetch } = useQuery('GET /fair', question, { version })
  return (
    <section class="card column offered">
      <h2>{t('fair.title')}</h2>
      <p class="row">
        {tRich(`fair.${quoteInput.side}`, {
          price: (
            <AmountField
              label={t('fair.price', { fiat })}
              value={offer}
              isPrice
              size="short"
              onType={onType}
              onWrong={setWrong}
            />
          ),
          fiat,
        })}
      </p>
      <div class={isWrong ? 'blank' : isOld ? 'old' : ''} aria-live="polite" aria-busy={isOld}>
        {error !== null ? (
          <ErrorBanner error={error} refetch={refetch} facts={{ fiat }} />
        ) : (
          answer !== null && <Verdict fair={answer} />
        )}
      </div>
    </section>
  )
}

function toFairQuery(fiat: string, { side, unit, amount, method }: QuoteInput, offer: string) {
  const price = Number(offer)
  const total = unit === 'fiat' ? Number(amount) : Number((Number(amount) * price).toFixed(2))
  return offer === ''
    ? null
    : {
        fiat,
        side: side === 'buy' ? ('BUY' as const) : ('SELL' as const),
        price,
        ...(total > 0 && { amount: total }),
        ...(method !== '' && { payment_method: method }),
      }
}

/** "Worse than usual. 1.21 % above the usual price of 41.40 UAH. 21 of 23 trusted ads are better. Confidence: high." */
function Verdict({ fair }: { readonly fair: Fair }) {
  const { translator, numbers, t } = useServices()
  const { verdict, against, difference_pct: pct, ads, cheaper_ads: better, confidence, reasons } = fair
  const wordOf = (group: string, code: string) =>
    translator.findText(`fair.${group}.${code}`) ?? cleanUntrustedText(code, 40).replaceAll('_', ' ')
  return (
    <>
      <p class={verdict === 'too_good' ? 'is-bad' : ''}>
        <b>{wordOf('verdict', verdict)}</b> {reasons.map((reason) => wordOf('why', reason)).join(' ')}
      </p>
      {against !== null && pct !== null && (
        <p class="quiet">
          {t(pct === 0 ? 'fair.equal' : pct < 0 ? 'fair.below' : 'fair.above', {
            pct: numbers.percent(Math.abs(pct)),
            price: `${numbers.price(against, decimalsOf([against], fair.fiat))} ${fair.fiat}`,
          })}{' '}
          {better === 0 ? t('fair.better.none', { n: ads }) : t('fair.better', { n: better, ads })}{' '}
          {t('fair.confidence', { level: wordOf('level', confidence.level) })}
        </p>
      )}
    </>
  )
}
