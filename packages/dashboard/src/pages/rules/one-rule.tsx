import type { PriceRule } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { ErrorBanner } from '../../parts/error-banner.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { PreviewLayout } from '../../parts/preview-layout.js'
import { Skeleton } from '../../parts/skeleton.js'
import { cleanUntrustedText, UntrustedText } from '../../parts/untrusted-text.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { DevFrame } from '../dev/dev-frame.js'
import { ConfirmDelete } from './confirm-delete.js'
import { Past, useMinute } from './preview.js'
import { ruleRoute } from './route.js'
import { toRuleChange, toRuleFormValues } from './rule-form-values.js'
import { CurrentPriceValue, PriceSteps } from './rule-price-and-steps.js'
import { RulesNotInPlan } from './rules-not-in-plan.js'
import './rules.css'

const RuleEditor = lazyPart(async () => (await import('./rule-editor.js')).RuleEditor)

export function OneRule() {
  const { api, liveRegion, router, translator } = useServices()
  const { t } = translator
  const [{ id }] = useUrlState(ruleRoute)
  const [version, setVersion] = useState(0)
  const [done, setDone] = useState<'edit' | 'delete' | null>(null)
  const { answer: rule, error, refetch } = useQuery('GET /rules/{id}', {}, { params: { id }, version })
  useTitle(rule === null ? t('rules.title') : cleanUntrustedText(rule.name, 64))
  const close = () => setDone(null)
  return (
    <DevFrame>
      <div class="page-head">
        <PageHeading>{rule === null ? t('rules.title') : <UntrustedText text={rule.name} longest={64} />}</PageHeading>
        <span class="at-end">
          <a href="/dev/rules">{t('rules.all')}</a>
        </span>
      </div>
      {error?.code === 'plan_required' ? (
        <RulesNotInPlan />
      ) : (
        error !== null && <ErrorBanner error={error} refetch={refetch} />
      )}
      {rule === null ? (
        error === null && <Skeleton width="100%" height="14rem" />
      ) : done === 'edit' ? (
        <RuleEditor
          fallback={<Skeleton width="100%" height="30rem" />}
          start={toRuleFormValues(rule)}
          onSave={async (form) => {
            await api.request('PATCH /rules/{id}', toRuleChange(form), { params: { id } })
            liveRegion.showToast(t('rules.saved'))
            setVersion((last) => last + 1)
            close()
          }}
          leave={
            <button type="button" class="button quiet" onClick={close}>
              {t('act.cancel')}
            </button>
          }
        />
      ) : (
        <PreviewLayout preview={<Past form={toRuleFormValues(rule)} />}>
          <div class="stack">
            <CurrentPrice rule={rule} version={version} />
            <p class="ways">
              <button type="button" class="button" onClick={() => setDone('edit')}>
                {t('rules.edit')}
              </button>
              <button type="button" class="button bad" onClick={() => setDone('delete')}>
                {t('rules.delete')}
              </button>
            </p>
          </div>
        </PreviewLayout>
      )}
      {rule !== null && done === 'delete' && (
        <ConfirmDelete
          what="rules"
          id={rule.id}
          name={rule.name}
          onEnd={(isDeleted) => {
            if (isDeleted) router.navigate('/dev/rules')
            else close()
          }}
        />
      )}
    </DevFrame>
  )
}

function CurrentPrice({ rule, version }: { readonly rule: PriceRule; readonly version: number }) {
  const { t } = useServices().translator
  const { answer, error, refetch } = useQuery(
    'GET /rules/{id}/price',
    {},
    { params: { id: rule.id }, version: `${version} ${useMinute()}` },
  )
  return (
    <section class="stack" aria-labelledby="rule-now">
      <h2 id="rule-now">{t('rules.now')}</h2>
      {error !== null && <ErrorBanner error={error} refetch={refetch} />}
      {answer !== null ? (
        <>
          <p class="value-now">
            <CurrentPriceValue price={answer} />
          </p>
          <PriceSteps price={answer} formula={rule} />
        </>
      ) : (
        error === null && <Skeleton width="60%" height="2.25rem" />
      )}
    </section>
  )
}
