import type { CreatedInvite } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { planNames } from '../../listed/exchanges-fiats-and-plans.js'
import { Button } from '../../parts/button.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Form } from '../../parts/form.js'
import { Select } from '../../parts/select.js'
import { TextField } from '../../parts/text-field.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

const spans = ['1', '7', '30', '90'] as const

export function NewInviteForm({ onMade }: { readonly onMade: (invite: CreatedInvite) => void }) {
  const { api, t } = useServices()
  const [note, setNote] = useState('')
  const [plan, setPlan] = useState<string>('Free')
  const [days, setDays] = useState<(typeof spans)[number]>('7')
  const { isBusy, error, run } = useAction(async () => {
    const about = note.trim()
    const asked = { plan, valid_days: Number(days), ...(about !== '' && { note: about }) }
    onMade(await api.request('POST /admin/invites', asked))
  })
  return (
    <Form class="panel stack narrow" onSubmit={run}>
      <TextField label={t('admin.invite_note')} maxLength={200} value={note} onType={setNote} />
      <p class="ways">
        <Select
          label={t('account.plan')}
          value={plan}
          options={planNames.map((one) => ({ value: one as string, label: one }))}
          onChoose={setPlan}
        />
        <Select
          label={t('admin.invite_days')}
          value={days}
          options={spans.map((one) => ({ value: one, label: t('span.d', { n: Number(one) }) }))}
          onChoose={setDays}
        />
      </p>
      {error !== null && <ErrorBanner error={error} facts={{ field: t('admin.invite_note') }} isAlert />}
      <p>
        <Button type="submit" kind="main" word={t('admin.invite')} isBusy={isBusy} />
      </p>
    </Form>
  )
}
