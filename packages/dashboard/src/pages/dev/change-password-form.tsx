import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { Form } from '../../parts/form.js'
import { PasswordField } from '../../parts/password-field.js'
import { isLongEnough } from '../../parts/password-strength.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { RevokeAccess } from './revoke-access.js'

export function ChangePasswordForm({ onChange }: { readonly onChange: () => void }) {
  const { api, t } = useServices()
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState('')
  const [state, setState] = useState<'open' | 'short' | 'done'>('open')
  const change = useAction(async () => {
    await api.request('PATCH /account', { current_password: before, new_password: after })
    setBefore('')
    setAfter('')
    setState('done')
    onChange()
  })
  return (
    <Form
      class="stack"
      onSubmit={() => {
        setState(isLongEnough(after) ? 'open' : 'short')
        if (isLongEnough(after)) change.run()
      }}
    >
      <PasswordField label={t('account.old_password')} kind="known" value={before} onType={setBefore} />
      <PasswordField
        label={t('account.new_password')}
        kind="new"
        value={after}
        onType={setAfter}
        error={state === 'short' ? t('password.short') : null}
      />
      {change.error !== null && <ErrorBanner error={change.error} isAlert />}
      <p role="status">{state === 'done' && t('account.changed')}</p>
      {state === 'done' && <RevokeAccess />}
      <p>
        <Button type="submit" word={t('account.change')} isBusy={change.isBusy} />
      </p>
    </Form>
  )
}
