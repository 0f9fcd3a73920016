import type { PriceRule } from '@p2p-rates/contract'
import { useQuery } from '../../../api/use-query.js'
import { decimalsOf } from '../../../formats/numbers.js'
import { UntrustedText } from '../../../parts/untrusted-text.js'
import { useServices } from '../../../services-context.js'
import { type BoardFormValues, isColour } from './board-form-values.js'
import './board-preview.css'

export function BoardPreview({
  form,
  rules,
}: {
  readonly form: BoardFormValues
  readonly rules: readonly PriceRule[]
}) {
  const { t } = useServices()
  const shown = form.rules.flatMap((id) => rules.find((rule) => rule.id === id) ?? [])
  const [first] = shown
  const isOnePair = first !== undefined && shown.every(({ fiat }) => fiat === first.fiat)
  return (
    <section aria-label={t('boards.preview')}>
      <div
        class={`board-preview ${form.theme}`}
        style={isColour(form.accent) ? { borderBlockStartColor: form.accent } : undefined}
      >
        <p class="ends board-head">
          <b>{form.title.trim() === '' ? t('boards.name') : <UntrustedText text={form.title} longest={64} />}</b>
          {isOnePair && <span class="muted small">USDT / {first.fiat}</span>}
        </p>
        {shown.length === 0 && <p class="muted board-none">{t('boards.need.rules')}</p>}
        {shown.length > 0 && (
          <ul>
            {shown.map((rule) => (
              <Tile
                key={rule.id}
                rule={rule}
                isNamed={shown.filter(({ side, fiat }) => side === rule.side && fiat === rule.fiat).length > 1}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Tile({ rule, isNamed }: { readonly rule: PriceRule; readonly isNamed: boolean }) {
  const { translator, numbers } = useServices()
  const { answer } = useQuery('GET /rules/{id}/price', {}, { params: { id: rule.id } })
  const value = answer?.value ?? null
  return (
    <li>
      <span>{translator.t(rule.side === 'SELL' ? 'boards.deed.SELL' : 'boards.deed.BUY')}</span>
      {isNamed && <UntrustedText text={rule.name} longest={64} />}
      <b>{value === null ? '—' : numbers.price(value, decimalsOf([value], rule.fiat))}</b>
      <span class="muted">{translator.t('boards.unit', { fiat: rule.fiat })}</span>
    </li>
  )
}
