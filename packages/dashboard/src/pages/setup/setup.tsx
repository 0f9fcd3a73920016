import type { NewAdmin } from '@p2p-rates/contract'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'preact/hooks'
import { CodeSampleTabs } from '../../parts/code-sample-tabs.js'
import { Icon } from '../../parts/icon.js'
import { LeaveGuard } from '../../parts/leave-guard.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { SecretBox } from '../../parts/secret-box.js'
import { SignUpForm } from '../../parts/sign-up-form.js'
import { useFragmentSecret } from '../../routes/use-fragment-secret.js'
import { useServices } from '../../services-context.js'
import { firstCallSamples } from '../dev/first-call-samples.js'
import { FirstRequest } from './first-request.js'
import './setup.css'

export function Setup() {
  const { api, router, t } = useServices()
  const token = useFragmentSecret()
  const [admin, setAdmin] = useState<NewAdmin | null>(null)
  useTitle(t('setup.title'))
  if (admin !== null) return <Steps admin={admin} />
  return (
    <div class="stack-wide entry">
      <PageHeading>{t('setup.title')}</PageHeading>
      {token === null ? (
        <NoLink />
      ) : (
        <>
          <h2>{t('setup.admin')}</h2>
          <SignUpForm
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
  const { tRich } = useServices()
  return <p class="quiet small">{tRich('setup.no_link', { command: <code>p2p-server setup-link</code> })}</p>
}

function Steps({ admin }: { readonly admin: NewAdmin }) {
  const { bootstrap, t } = useServices()
  const [isCopied, setCopied] = useState(false)
  const [isSeen, setSeen] = useState(false)
  useLayoutEffect(() => document.querySelector('h1')?.focus(), [])
  return (
    <div class="setup">
      {!isCopied && <LeaveGuard title={t('keys.uncopied')} sentence={t('keys.uncopied.why')} />}
      <PageHeading>{t('setup.title')}</PageHeading>
      <ol class="stack">
        <Step title={t('setup.is_admin')} isDone corner={admin.email}>
          <p class="quiet small">{t('setup.used')}</p>
        </Step>
        <Step title={t('setup.key')} isDone={isCopied}>
          <p class="quiet">{t('keys.once')}</p>
          <SecretBox label={t('keys.key')} secret={admin.first_key.key} onCopied={() => setCopied(true)} />
          <p class="faint small">{t('keys.lost')}</p>
        </Step>
        {isCopied && (
          <Step title={t('keys.call')} isDone={isSeen}>
            <CodeSampleTabs
              label={t('keys.call')}
              samples={firstCallSamples(admin.first_key.key, location.origin, bootstrap.fiat)}
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
    <section class="card lines">
      <div class="row section-head">
        <h2>{title}</h2>
        {corner !== undefined && <span class="quiet small at-end">{corner}</span>}
      </div>
      {children}
    </section>
  </li>
)
