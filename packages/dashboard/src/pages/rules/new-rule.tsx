import { useAnswer } from '../../ask/use-answer.js'
import { Heading, useTitle } from '../../parts/heading.js'
import { useServices } from '../../services.js'
import { DevFrame } from '../dev/dev-frame.js'
import { EditRule } from './edit-rule.js'
import { ruleRoute } from './entry.js'
import { bodyOf, emptyForm, type RuleForm } from './formula-form.js'
import { NotAllowed } from './not-allowed.js'
import './rules.css'

/** A rule is made by a form, beside what it says now and would have said. */
export function NewRule() {
  const { ask, announcer, router, speech } = useServices()
  const { say } = speech
  const { error } = useAnswer('GET /rules', {})
  useTitle(say('rules.new'))

  async function create(form: RuleForm): Promise<void> {
    const { id } = await ask.at('POST /rules', bodyOf(form))
    announcer.toast(say('rules.saved'))
    router.go(ruleRoute.print({ id }))
  }

  return (
    <DevFrame>
      <div class="page-head">
        <Heading>{say('rules.new')}</Heading>
        <span class="at-end">
          <a href="/dev/rules">{say('rules.all')}</a>
        </span>
      </div>
      {error?.code === 'plan_required' ? (
        <NotAllowed />
      ) : (
        <EditRule
          start={emptyForm}
          onSave={create}
          leave={
            <a class="button quiet" href="/dev/rules">
              {say('act.cancel')}
            </a>
          }
        />
      )}
    </DevFrame>
  )
}
