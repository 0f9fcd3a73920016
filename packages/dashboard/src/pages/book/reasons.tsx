import { figureInWords, speaksFor } from '@p2p-rates/contract/words'
import { Icon } from '../../parts/icon.js'
import { strangersText } from '../../parts/stranger.js'
import { useServices } from '../../services.js'
import type { Speech } from '../../words/speech.js'
import { ineligibilityOf, type KnownAd } from './known-ad.js'

/** A reason's code in words; one of a newer server as it is, harmlessly. */
const labelOf = ({ find }: Speech, code: string): string =>
  find(`reason.${code}`) ?? strangersText(code, 40).replaceAll('_', ' ')

/** What speaks for the verdict first, as labels in one line. */
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

/** The same with a sentence for each. */
export function ReasonSentences({ ad }: { readonly ad: KnownAd }) {
  const { speech, numbers } = useServices()
  const reasons = inOrder(ad)
  const special = ineligibilityOf(ad)
  const figuresOf = (code: string) =>
    ad.reason_figures
      .filter(({ reason }) => reason === code)
      .flatMap((figure) => figureInWords(speech.find, figure, numbers) ?? [])
  return (
    <dl class="reason-sentences">
      {special !== null && (
        <div>
          <dt>
            <Icon name="large" size={12} />
            {speech.say(`trust.${special}`)}
          </dt>
          <dd>{speech.say(`book.${special}.why`)}</dd>
        </div>
      )}
      {reasons.map((code, at) => (
        <div key={at}>
          <dt>
            <Sign code={code} />
            {labelOf(speech, code)}
          </dt>
          <dd>{[...figuresOf(code), speech.find(`reason.${code}.why`)].join(' ')}</dd>
        </div>
      ))}
      {reasons.length === 0 && special === null && <div>{speech.say('book.no_reasons')}</div>}
    </dl>
  )
}

const Sign = ({ code }: { readonly code: string }) => <Icon name={speaksFor(code) ? 'plus' : 'minus'} size={12} />

/** The server's order is by weight; what speaks for the verdict stands before what speaks against it. */
const inOrder = ({ reasons, trusted }: Pick<KnownAd, 'reasons' | 'trusted'>): readonly string[] =>
  reasons.toSorted((a, b) => Number(speaksFor(b) === trusted) - Number(speaksFor(a) === trusted))
