import { isAgainstMiddle, isBarrier, isFavourableReason, reasonFigureInWords } from '@p2p-rates/contract/words'
import { useQuery } from '../../api/use-query.js'
import { Icon } from '../../parts/icon.js'
import { cleanUntrustedText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services-context.js'
import type { Translator } from '../../words/translator.js'
import type { AdWithTrust } from './ad-with-trust.js'
import { demandInWords, ownFigureInWords } from './unmet-demands.js'
import './reason-sentences.css'

/** A reason's code in words; one of a newer server as it is, harmlessly. */
const labelOf = (translator: Translator, ad: AdWithTrust, code: string): string =>
  demandInWords(translator, ad, code) ??
  translator.findText(`reason.${code}`) ??
  cleanUntrustedText(code, 40).replaceAll('_', ' ')

/** The reason that decides whether the ad can be taken, in one or two words. */
export function decidingReason(translator: Translator, ad: AdWithTrust): string {
  const [code] = inOrder(ad)
  if (code !== undefined && (isBarrier(code) || (!ad.trusted && !isFavourableReason(code))))
    return labelOf(translator, ad, code)
  return translator.t(ad.trusted ? 'trust.yes' : 'trust.no')
}

/** Percent between the ad's price and the middle of its market. Null if no reason is about it. */
export const differenceFromMarket = ({ reason_figures: figures }: AdWithTrust): number | null =>
  figures.find(({ reason }) => isAgainstMiddle(reason))?.difference_pct ?? null

type ReasonSentencesProps = {
  readonly ad: AdWithTrust
  readonly decimals: number
  /** Number of reasons shown, the deciding ones first. */
  readonly most?: number
}

export function ReasonSentences({ ad, decimals, most }: ReasonSentencesProps) {
  const { translator, numbers, settings } = useServices()
  const usual = useQuery('GET /markets', {}).answer?.usual_caller
  const reasons = inOrder(ad).slice(0, most)
  const write = { ...numbers, price: (value: number) => numbers.rounded(value, decimals) }
  const figuresOf = (code: string) =>
    ad.reason_figures
      .filter(({ reason }) => reason === code)
      .flatMap((figure) => reasonFigureInWords(translator.findText, figure, write) ?? [])
  const why = (code: string): string => {
    const own = demandInWords(translator, ad, code) && ownFigureInWords(translator, code, settings.get('me'), usual)
    return own ?? [...figuresOf(code), translator.findText(`reason.${code}.why`)].join(' ')
  }
  return (
    <dl class="lines reason-sentences">
      {reasons.map((code, at) => (
        <div key={at}>
          <dt>
            <Sign code={code} />
            {labelOf(translator, ad, code)}
          </dt>
          <dd>{why(code)}</dd>
        </div>
      ))}
      {reasons.length === 0 && <div>{translator.t('book.no_reasons')}</div>}
    </dl>
  )
}

const Sign = ({ code }: { readonly code: string }) => (
  <Icon name={isBarrier(code) ? 'large' : isFavourableReason(code) ? 'plus' : 'minus'} size={12} />
)

/** The server's order is by weight. First why the ad is not eligible, then what speaks for the verdict. */
const inOrder = ({ reasons, trusted }: Pick<AdWithTrust, 'reasons' | 'trusted'>): readonly string[] =>
  reasons.toSorted((a, b) => placeOf(b, trusted) - placeOf(a, trusted))

const placeOf = (code: string, trusted: boolean): number =>
  isBarrier(code) ? 2 : Number(isFavourableReason(code) === trusted)
