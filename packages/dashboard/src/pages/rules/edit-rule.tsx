import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Problem } from '../../parts/problem.js'
import { useAction } from '../../parts/use-action.js'
import { WithPreview } from '../../parts/with-preview.js'
import { useServices } from '../../services.js'
import { lackOf, type RuleForm } from './formula-form.js'
import { Preview } from './preview.js'
import { RuleFields } from './rule-form.js'

type EditRuleProps = {
  readonly start: RuleForm
  readonly onSave: (form: RuleForm) => Promise<void>
  readonly leave: ComponentChildren
}

export function EditRule({ start, onSave, leave }: EditRuleProps) {
  const { t, find } = useServices().speech
  const [form, setForm] = useState(start)
  const [isChecked, setChecked] = useState(false)
  const rested = useRested(form)
  const save = useAction(() => onSave(form))
  const lack = lackOf(form)
  const isNameless = form.name.trim() === ''

  function submit(): void {
    setChecked(true)
    if (!isNameless && lack === null) save.run()
  }

  const field = find(`rules.field.${save.error?.param}`)
  return (
    <WithPreview preview={<Preview form={rested} />}>
      <RuleFields
        form={form}
        onChange={(change) => {
          setForm((last) => ({ ...last, ...change }))
          save.forget()
        }}
        nameError={isChecked && isNameless ? t('rules.need.name') : null}
        problem={
          <>
            {isChecked && lack !== null && (
              <p class="is-bad" role="alert">
                {t(lack)}
              </p>
            )}
            {save.error !== null && (
              <Problem error={save.error} refetch={submit} isAlert {...(field !== null && { facts: { field } })} />
            )}
          </>
        }
        isBusy={save.isBusy}
        onSubmit={submit}
        leave={leave}
      />
    </WithPreview>
  )
}

const restMs = 400

/** A value once it has rested, so that nothing is asked with each letter. */
function useRested<Value>(value: Value): Value {
  const [rested, setRested] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), restMs)
    return () => clearTimeout(timer)
  }, [value])
  return rested
}
