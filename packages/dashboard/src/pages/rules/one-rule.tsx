import type { PriceRule } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useQuery } from '../../api/use-query.js'
import { useMinute } from '../../live/use-minute.js'
import { Answered } from '../../parts/answered.js'
import { Button } from '../../parts/button.js'
import { useDeletion } from '../../parts/collection.js'
import { lazyPart } from '../../parts/lazy-part.js'
import { PreviewLayout } from '../../parts/preview-layout.js'
import { Skeleton } from '../../parts/skeleton.js'
import { cleanUntrustedText, UntrustedText } from '../../parts/untrusted-text.js'
import { useUrlState } from '../../routes/use-url-state.js'
import { useServices } from '../../services-context.js'
import { DevFrame, NotInAccountPlan } from '../dev/dev-frame.js'
import { Past } from './preview.js'
import { ruleRoute } from './route.js'
import { type RuleFormValues, toRuleChange, toRuleFormValues } from './rule-form-values.js'
import { CurrentPriceValue, PriceSteps } from './rule-price-and-steps.js'
import { useRuleDeletion } from './use-rule-deletion.js'
import './rules.css'

const RuleEditor = lazyPart(async () => (await import('./rule-editor.js')).RuleEditor)

export function OneRule() {
  const { api, liveRegion, router, t } = useServices()
  const [{ id }] = useUrlState(ruleRoute)
  const [version, setVersion] = useState(0)
  const [isEdited, setEdited] = useState(false)
  const query = useQuery('GET /rules/{id}', {}, { params: { id }, version })
  const rule = query.answer
  const deletion = useDeletion(useRuleDeletion('rules'), () => router.navigate('/dev/rules'))

  async function save(form: RuleFormValues): Promise<void> {
    await api.request('PATCH /rules/{id}', toRuleChange(form), { params: { id } })
    liveRegion.showToast(t('rules.saved'))
    setVersion((last) => last + 1)
    setEdited(false)
  }

  return (
    <DevFrame
      title={rule === null ? t('dev.rules') : cleanUntrustedText(rule.name, 64)}
      heading={rule === null ? undefined : <UntrustedText text={rule.name} longest={64} />}
      action={<a href="/dev/rules">{t('rules.all')}</a>}
    >
      <Answered query={query} height="14rem" notInPlan={<NotInAccountPlan title={t('rules.not_allowed')} />}>
        {(known) =>
          isEdited ? (
            <RuleEditor
              fallback={<Skeleton width="100%" height="30rem" />}
              start={toRuleFormValues(known)}
              onSave={save}
              leave={<Button kind="quiet" word={t('act.cancel')} onClick={() => setEdited(false)} />}
            />
          ) : (
            <PreviewLayout preview={<Past form={toRuleFormValues(known)} />}>
              <div class="stack">
                <CurrentPrice rule={known} version={version} />
                <p class="ways">
                  <Button word={t('act.edit')} onClick={() => setEdited(true)} />
                  <Button kind="bad" word={t('act.delete')} onClick={() => deletion.ask(known)} />
                </p>
              </div>
            </PreviewLayout>
          )
        }
      </Answered>
      {deletion.refusal}
      {deletion.dialog}
    </DevFrame>
  )
}

function CurrentPrice({ rule, version }: { readonly rule: PriceRule; readonly version: number }) {
  const { t } = useServices()
  const options = { params: { id: rule.id }, version: `${version} ${useMinute()}` }
  const query = useQuery('GET /rules/{id}/price', {}, options)
  return (
    <section class="stack" aria-labelledby="rule-now">
      <h2 id="rule-now">{t('rules.now')}</h2>
      <Answered query={query} width="60%" height="2.25rem">
        {(price) => (
          <>
            <p class="value-now">
              <CurrentPriceValue price={price} />
            </p>
            <PriceSteps price={price} formula={rule} />
          </>
        )}
      </Answered>
    </section>
  )
}
