import { AmountField } from '../../parts/amount-field.js'
import { ControlWithLabel } from '../../parts/control-with-label.js'
import { SecondsField } from '../../parts/seconds-field.js'
import { Select } from '../../parts/select.js'
import { useServices } from '../../services-context.js'
import type { WebhookForm } from './route.js'

export type Conditions = Pick<WebhookForm, 'fill' | 'confidence' | 'hold'>

type ConditionFieldsProps = {
  readonly conditions: Conditions
  readonly event: WebhookForm['event']
  readonly fiat: string
  readonly onChoose: (change: Partial<Conditions>) => void
  readonly onType: (change: Partial<Conditions>) => void
}

export function ConditionFields({ conditions, event, fiat, onChoose, onType }: ConditionFieldsProps) {
  const { t } = useServices()
  const fillName = t('hooks.fill', { fiat })
  return (
    <div class="ways conditions">
      {event !== 'spread' && (
        <ControlWithLabel name={fillName}>
          <AmountField label={fillName} value={conditions.fill} size="short" onType={(fill) => onType({ fill })} />
          <span class="faint small">{t(conditions.fill === '' ? 'hooks.fill.none' : 'hooks.fill.some')}</span>
        </ControlWithLabel>
      )}
      <ControlWithLabel name={t('hooks.confidence')}>
        <Select
          label={t('hooks.confidence')}
          value={conditions.confidence}
          options={(['medium', 'high'] as const).map((value) => ({ value, label: t(`hooks.confidence.${value}`) }))}
          onChoose={(confidence) => onChoose({ confidence })}
        />
      </ControlWithLabel>
      <SecondsField
        name={t('hooks.hold')}
        value={conditions.hold}
        none={t('hooks.hold.none')}
        onType={(hold) => onType({ hold })}
      />
    </div>
  )
}
