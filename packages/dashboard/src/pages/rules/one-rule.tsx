import type { Rule } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { useAnswer } from '../../ask/use-answer.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { later } from '../../parts/later.js'
import { Problem } from '../../parts/problem.js'
import { Skeleton } from '../../parts/skeleton.js'
import { Stranger, strangersText } from '../../parts/stranger.js'
import { WithPreview } from '../../parts/with-preview.js'
import { useView } from '../../routes/use-view.js'
import { useServices } from '../../services.js'
import { DevFrame } from '../dev/dev-frame.js'
import { DeleteAsked } from './delete-asked.js'
import { ruleRoute } from './entry.js'
import { changeOf, formOf } from './formula-form.js'
import { NotAllowed } from './not-allowed.js'
import { Past, useMinute } from './preview.js'
import { PriceSteps, ValueNow } from './price-now.js'
import './rules.css'

const EditRule = later(async () => (await import('./edit-rule.js')).EditRule)

/** One rule: what it says now and how it came to that, what it would have said, and another form of it. */
export function OneRule() {
  const { ask, announcer, router, speech } = useServices()
  const { say } = speech
  const [{ id }] = useView(ruleRoute)
  const [version, setVersion] = useState(0)
  const [done, setDone] = useState<'edit' | 'delete' | null>(null)
  const { answer: rule, error, again } = useAnswer('GET /rules/{id}', {}, { params: { id }, version })
  useTitle(rule === null ? say('rules.title') : strangersText(rule.name, 64))
  const close = () => setDone(null)
  return (
    <DevFrame>
      <div class="page-head">
        <Heading>{rule === null ? say('rules.title') : <Stranger text={rule.name} longest={64} />}</Heading>
        <span class="at-end">
          <a href="/dev/rules">{say('rules.all')}</a>
        </span>
      </div>
      {error?.code === 'plan_required' ? <NotAllowed /> : error !== null && <Problem error={error} again={again} />}
      {rule === null ? (
        error === null && <Skeleton width="100%" height="14rem" />
      ) : done === 'edit' ? (
        <EditRule
          waiting={<Skeleton width="100%" height="30rem" />}
          start={formOf(rule)}
          onSave={async (form) => {
            await ask.at('PATCH /rules/{id}', changeOf(form), { params: { id } })
            announcer.toast(say('rules.saved'))
            setVersion((last) => last + 1)
            close()
          }}
          leave={
            <button type="button" class="button quiet" onClick={close}>
              {say('act.cancel')}
            </button>
          }
        />
      ) : (
        <WithPreview preview={<Past form={formOf(rule)} />}>
          <div class="stack">
            <SaysNow rule={rule} version={version} />
            <p class="ways">
              <button type="button" class="button" onClick={() => setDone('edit')}>
                {say('rules.edit')}
              </button>
              <button type="button" class="button bad" onClick={() => setDone('delete')}>
                {say('rules.delete')}
              </button>
            </p>
          </div>
        </WithPreview>
      )}
      {rule !== null && done === 'delete' && (
        <DeleteAsked
          what="rules"
          id={rule.id}
          name={rule.name}
          onEnd={(isDeleted) => {
            if (isDeleted) router.go('/dev/rules')
            else close()
          }}
        />
      )}
    </DevFrame>
  )
}

function SaysNow({ rule, version }: { readonly rule: Rule; readonly version: number }) {
  const { say } = useServices().speech
  const { answer, error, again } = useAnswer(
    'GET /rules/{id}/price',
    {},
    { params: { id: rule.id }, version: `${version} ${useMinute()}` },
  )
  return (
    <section class="stack" aria-labelledby="rule-now">
      <h2 id="rule-now">{say('rules.now')}</h2>
      {error !== null && <Problem error={error} again={again} />}
      {answer !== null ? (
        <>
          <p class="value-now">
            <ValueNow price={answer} />
          </p>
          <PriceSteps price={answer} formula={rule} />
        </>
      ) : (
        error === null && <Skeleton width="60%" height="2.25rem" />
      )}
    </section>
  )
}
