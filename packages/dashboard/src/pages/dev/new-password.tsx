import { useState } from 'preact/hooks'
import { PasswordField } from '../../parts/password-field.js'
import { isLongEnough } from '../../parts/password-strength.js'
import { Problem } from '../../parts/problem.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services.js'
import { AccessLeft } from './access-left.js'

export function NewPassword({ onChange }: { readonly onChange: () => void }) {
  const { ask, speech } = useServices()
  const { t } = speech
  const [before, setBefore] = useState('')
  const [after, setAfter] = useState('')
  const [state, setState] = useState<'open' | 'short' | 'done'>('open')
  const change = useAction(async () => {
    await ask.at('PATCH /account', { current_password: before, new_password: after })
    setBefore('')
    setAfter('')
    setState('done')
    onChange()
  })
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault()
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
      {change.error !== null && <Problem error={change.error} isAlert />}
      <p role="status">{state === 'done' && t('account.changed')}</p>
      {state === 'done' && <AccessLeft />}
      <p>
        <button type="submit" class="button" aria-disabled={change.isBusy}>
          {t('account.change')}
        </button>
      </p>
    </form>
  )
}
