import type { ComponentChildren } from 'preact'
import type { ApiError } from '../api/api-error.js'
import type { ErrorFacts } from '../api/error-words.js'
import { useServices } from '../services-context.js'
import { spanWords } from './age.js'
import { Banner } from './banner.js'
import { ErrorBanner } from './error-banner.js'
import { Form } from './form.js'
import type { Action } from './use-action.js'
import './entry-form.css'

type EntryFormProps = {
  readonly verb: string
  readonly action: Pick<Action<[]>, 'isBusy' | 'error' | 'run'>
  readonly facts?: ErrorFacts
  readonly children: ComponentChildren
}

export function SingleActionForm({ verb, action: { isBusy, error, run }, facts, children }: EntryFormProps) {
  const { t } = useServices()
  return (
    <Form class="stack-wide" onSubmit={run}>
      {children}
      {error !== null && <WhyNot error={error} {...(facts && { facts })} />}
      {/* Not disabled while it is under way: that would take the focus away. */}
      <button type="submit" class="button main" aria-disabled={isBusy} aria-busy={isBusy}>
        {isBusy ? t('act.busy') : verb}
      </button>
    </Form>
  )
}

/** After too many attempts the user must wait; nothing retries automatically. */
function WhyNot({ error, facts }: { readonly error: ApiError; readonly facts?: ErrorFacts }) {
  const { translator } = useServices()
  if (error.code !== 'rate_limited') return <ErrorBanner error={error} isAlert {...(facts && { facts })} />
  return (
    <Banner icon="clock" title={translator.t('login.often')} isAlert>
      {translator.t('login.wait', { span: spanWords(translator, error.retryAfterSeconds ?? 60) })}
    </Banner>
  )
}
