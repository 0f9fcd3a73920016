import type { NewAdmin } from '@p2p-rates/contract'
import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { CodeBox } from '../../parts/code-box.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { Icon } from '../../parts/icon.js'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { NewPersonForm } from '../../parts/new-person-form.js'
import { SecretBox } from '../../parts/secret-box.js'
import { useSecret } from '../../routes/use-secret.js'
import { useServices } from '../../services.js'
import { firstCall } from '../dev/first-call.js'
import { FirstRequest } from './first-request.js'
import './setup.css'

export function Setup() {
  const { api, router, translator } = useServices()
  const { t } = translator
  const token = useSecret()
  const [admin, setAdmin] = useState<NewAdmin | null>(null)
  useTitle(t('setup.title'))
  if (admin !== null) return <Steps admin={admin} />
  return (
    <div class="entry">
      <Heading>{t('setup.title')}</Heading>
      {token === null ? (
        <NoLink />
      ) : (
        <>
          <h2>{t('setup.admin')}</h2>
          <NewPersonForm
            verb={t('setup.do')}
            onSend={async (person) => {
              setAdmin(await api.request('POST /setup', { token, ...person }))
              router.reloadOnNextNavigation()
            }}
          />
          <NoLink />
        </>
      )}
    </div>
  )
}

/** Links expire and work once, so the user may need another one. */
function NoLink() {
  const { tRich } = useServices().translator
  return <p class="quiet small">{tRich('setup.no_link', { command: <code>p2p-server setup-link</code> })}</p>
}

function Steps({ admin }: { readonly admin: NewAdmin }) {
  const { bootstrap, translator } = useServices()
  const { t } = translator
  const [isCopied, setCopied] = useState(false)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => document.querySelector('h1')?.focus(), [])
  return (
    <div class="setup">
      {!isCopied && <LeaveGuard title={t('keys.uncopied')} sentence={t('keys.uncopied.why')} />}
      <Heading>{t('setup.title')}</Heading>
      <ol>
        <Step title={t('setup.is_admin')} isDone corner={admin.email}>
          <p class="quiet small">{t('setup.used')}</p>
        </Step>
        <Step title={t('setup.key')} isDone={isCopied}>
          <p class="quiet">{t('keys.once')}</p>
          <SecretBox label={t('keys.key')} secret={admin.first_key.key} onCopied={() => setCopied(true)} />
          <p class="faint small">{t('keys.lost')}</p>
        </Step>
        {isCopied && (
          <Step title={t('setup.call')} isDone={isSeen}>
            <CodeBox
              label={t('setup.call')}
              samples={firstCall(admin.first_key.key, location.origin, bootstrap.fiat)}
            />
            <FirstRequest prefix={admin.first_key.prefix} onSeen={() => setSeen(true)} />
          </Step>
        )}
      </ol>
    </div>
  )
}

type StepProps = {
  readonly title: string
  readonly isDone: boolean
  readonly corner?: string
  readonly children: ComponentChildren
}

const Step = ({ title, isDone, corner, children }: StepProps) => (
  <li class="step">
    <span class={`step-mark ${isDone ? 'is-done' : ''}`}>{isDone && <Icon name="yes" />}</span>
    <section class="lines">
      <div class="section-head">
        <h2>{title}</h2>
        {corner !== undefined && <span class="quiet small">{corner}</span>}
      </div>
      {children}
    </section>
  </li>
)
