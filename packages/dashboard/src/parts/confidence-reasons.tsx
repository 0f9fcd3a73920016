import { useServices } from '../services-context.js'
import { cleanUntrustedText } from './untrusted-text.js'
import './doubts.css'

type DoubtsProps = {
  readonly level: string
  /** Codes; one of a newer server is shown as it is, harmlessly. */
  readonly reasons: readonly string[]
}

export const ConfidenceReasons = ({ level, reasons }: DoubtsProps) => (
  <div class="doubts small">
    <ConfidenceLevel level={level} />
    {reasons.length > 0 && <ReasonList reasons={reasons} />}
  </div>
)

export function ConfidenceLevel({ level }: Pick<DoubtsProps, 'level'>) {
  const { t } = useServices()
  return <b>{t(`confidence.${levels.find((one) => one === level) ?? 'low'}`)}</b>
}

export function ReasonList({ reasons }: Pick<DoubtsProps, 'reasons'>) {
  const { translator } = useServices()
  return (
    <ul>
      {reasons.map((code) => (
        <li key={code}>
          {translator.findText(`confidence.why.${code}`) ?? cleanUntrustedText(code, 40).replaceAll('_', ' ')}
        </li>
      ))}
    </ul>
  )
}

const levels = ['low', 'medium', 'high'] as const
