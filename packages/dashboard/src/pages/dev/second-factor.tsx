import type { FactorProposal } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { ActionForm } from '../../parts/form.js'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { PasswordField } from '../../parts/password-field.js'
import { SecondFactorCodeField } from '../../parts/second-factor-code-field.js'
import { SecretBox } from '../../parts/secret-box.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'

/** Authenticator codes in addition to the password. Turning them on or off takes the password and a code. */
export function SecondFactor({ isOn, onChange }: { readonly isOn: boolean; readonly onChange: () => void }) {
  const { api, t } = useServices()
  const [proposal, setProposal] = useState<FactorProposal | null>(null)
  const [codes, setCodes] = useState<readonly string[]>([])
  const propose = useAction(async () => setProposal(await api.request('POST /second-factor/proposals', {})))
  if (codes.length > 0)
    return (
      <RecoveryCodes
        codes={codes}
        onDone={() => {
          setCodes([])
          onChange()
        }}
      />
    )
  if (isOn) return <TurnOff onDone={onChange} />
  if (proposal !== null)
    return (
      <TurnOn
        proposal={proposal}
        onDone={(made) => {
          setProposal(null)
          setCodes(made)
        }}
      />
    )
  return (
    <div class="stack">
      <p class="quiet">{t('factor.why')}</p>
      {propose.error !== null && <ErrorBanner error={propose.error} isAlert />}
      <p>
        <Button word={t('factor.begin')} isBusy={propose.isBusy} onClick={() => propose.run()} />
      </p>
    </div>
  )
}

type TurnOnProps = { readonly proposal: FactorProposal; readonly onDone: (codes: readonly string[]) => void }

function TurnOn({ proposal: { secret, link }, onDone }: TurnOnProps) {
  const { api, t, tRich } = useServices()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const turnOn = useAction(async () => {
    const made = await api.request('POST /second-factor', { secret, code, current_password: password })
    onDone(made.recovery_codes)
  })
  return (
    <ActionForm class="stack" action={turnOn} verb={t('factor.on')} onSubmit={turnOn.run}>
      <p class="quiet">{tRich('factor.add', { link: <a href={link}>{t('factor.link')}</a> })}</p>
      <SecretBox label={t('factor.secret')} secret={groupByFour(secret)} />
      <PasswordField label={t('account.old_password')} kind="known" value={password} onType={setPassword} />
      <SecondFactorCodeField value={code} onType={setCode} />
    </ActionForm>
  )
}

function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const { t } = useServices()
  const [isCopied, setCopied] = useState(false)
  return (
    <div class="stack">
      {!isCopied && <LeaveGuard title={t('factor.uncopied')} sentence={t('factor.recovery.why')} />}
      <p role="status">{t('factor.is_on')}</p>
      <p class="quiet">{t('factor.recovery.why')}</p>
      <SecretBox label={t('factor.recovery')} secret={codes.join('\n')} onCopied={() => setCopied(true)} />
      <p>
        <Button word={t('factor.kept')} onClick={onDone} />
      </p>
    </div>
  )
}

function TurnOff({ onDone }: { readonly onDone: () => void }) {
  const { api, t } = useServices()
  const [isOpen, setOpen] = useState(false)
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const turnOff = useAction(async () => {
    await api.request('DELETE /second-factor', { current_password: password, code })
    onDone()
  })
  return (
    <ActionForm
      class="stack"
      action={turnOff}
      verb={t('factor.off')}
      kind="bad"
      onSubmit={() => {
        if (isOpen) turnOff.run()
        else setOpen(true)
      }}
    >
      <p>{t('factor.is_on')}</p>
      {isOpen && (
        <>
          <PasswordField label={t('account.old_password')} kind="known" value={password} onType={setPassword} />
          <SecondFactorCodeField value={code} onType={setCode} />
        </>
      )}
    </ActionForm>
  )
}

const groupByFour = (secret: string): string => (secret.match(/.{4}/g) ?? []).join(' ')
