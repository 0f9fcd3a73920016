import type { HeadlineConfidence } from '@p2p-rates/contract'
import { decimalsOf } from '../formats/numbers.js'
import { exchangeName } from '../listed/exchanges-fiats-and-plans.js'
import { useServices } from '../services-context.js'
import { cleanUntrustedText } from './untrusted-text.js'
import './doubts.css'

type DoubtsProps = {
  readonly level: string
  /** Codes; one of a newer server is shown as it is, harmlessly. */
  readonly reasons: readonly string[]
  /** The price to use where this one is not sure enough, and its currency. */
  readonly surer?: HeadlineConfidence['surer']
  readonly fiat?: string
}

export function ConfidenceReasons({ level, reasons, surer, fiat = '' }: DoubtsProps) {
  const { translator, numbers } = useServices()
  const known = levels.find((one) => one === level) ?? 'low'
  return (
    <div class="doubts small">
      <b>{translator.t(`confidence.${known}`)}</b>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((code) => (
            <li key={code}>
              {translator.findText(`confidence.why.${code}`) ?? cleanUntrustedText(code, 40).replaceAll('_', ' ')}
            </li>
          ))}
        </ul>
      )}
      {surer !== undefined && (
        <p>
          {translator.t('doubt.surer', {
            price: numbers.price(surer.price, decimalsOf([surer.price], fiat)),
            fiat,
            exchange: exchangeName(surer.exchange),
          })}
        </p>
      )}
    </div>
  )
}

const levels = ['low', 'medium', 'high'] as const
