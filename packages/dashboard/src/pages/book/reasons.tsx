import { figureInWords, isBarrier, speaksFor } from '@p2p-rates/contract/words'
import { Icon } from '../../parts/icon.js'
import { strangersText } from '../../parts/untrusted-text.js'
import { useServices } from '../../services.js'
import type { Translator } from '../../words/translator.js'
import type { KnownAd } from './known-ad.js'

/** A reason's code in words; one of a newer server as it is, harmlessly. */
const labelOf = ({ find }: Translator, code: string): string =>
  find(`reason.${code}`) ?? strangersText(code, 40).replaceAll('_', ' ')

export function ReasonLabels({ ad }: { readonly ad: KnownAd }) {
  const { speech } = useServices()
  return (
    <ul class="reasons">
      {inOrder(ad).map((code, at) => (
        <li key={at}>
          <Sign code={code} />
          {labelOf(speech, code)}
        </li>
      ))}
    </ul>
  )
}

type ReasonSentencesProps = {
  readonly ad: KnownAd
  readonly decimals: number
}

export function ReasonSentences({ ad, decimals }: ReasonSentencesProps) {
  const { speech, numbers } = useServices()
  const reasons = inOrder(ad)
  const write = { ...numbers, price: (value: number) => numbers.rounded(value, decimals) }
  const figuresOf = (code: string) =>
    ad.reason_figures
      .filter(({ reason }) => reason === code)
      .flatMap((figure) => figureInWords(speech.find, figure, write) ?? [])
  return (
    <dl class="reason-sentences">
      {reasons.map((code, at) => (
        <div key={at}>
          <dt>
            <Sign code={code} />
            {labelOf(speech, code)}
          </dt>
          <dd>{[...figuresOf(code), speech.find(`reason.${code}.why`)].join(' ')}</dd>
        </div>
      ))}
      {reasons.length === 0 && <div>{speech.t('book.no_reasons')}</div>}
    </dl>
  )
}

const Sign = ({ code }: { readonly code: string }) => (
  <Icon name={isBarrier(code) ? 'large' : speaksFor(code) ? 'plus' : 'minus'} size={12} />
)

/** The server's order is by weight. First why the ad is not eligible, then what speaks for the verdict. */
const inOrder = ({ reasons, trusted }: Pick<KnownAd, 'reasons' | 'trusted'>): readonly string[] =>
  reasons.toSorted((a, b) => placeOf(b, trusted) - placeOf(a, trusted))

const placeOf = (code: string, trusted: boolean): number => (isBarrier(code) ? 2 : Number(speaksFor(code) === trusted))
