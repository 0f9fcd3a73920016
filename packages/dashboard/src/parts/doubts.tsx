import { useServices } from '../services.js'
import { strangersText } from './stranger.js'
import './doubts.css'

type DoubtsProps = {
  readonly level: string
  /** Codes; one of a newer server is shown as it is, harmlessly. */
  readonly reasons: readonly string[]
}

/** How far a price is to be relied on, with one sentence for each reason against it. */
export function Doubts({ level, reasons }: DoubtsProps) {
  const { speech } = useServices()
  const known = levels.find((one) => one === level) ?? 'low'
  return (
    <div class="doubts small">
      <b>{speech.say(`confidence.${known}`)}</b>
      {reasons.length > 0 && (
        <ul>
          {reasons.map((code) => (
            <li key={code}>{speech.find(`confidence.why.${code}`) ?? strangersText(code, 40).replaceAll('_', ' ')}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

const levels = ['low', 'medium', 'high'] as const
