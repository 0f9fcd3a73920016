import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ErrorBanner } from '../../parts/error-banner.js'
import { PreviewLayout } from '../../parts/preview-layout.js'
import { useAction } from '../../parts/use-action.js'
import { useServices } from '../../services-context.js'
import { Preview } from './preview.js'
import { RuleFields } from './rule-fields.js'
import { missingFormulaField, type RuleFormValues } from './rule-form-values.js'

type EditRuleProps = {
  readonly start: RuleFormValues
  readonly onSave: (form: RuleFormValues) => Promise<void>
  readonly leave: ComponentChildren
}

export function RuleEditor({ start, onSave, leave }: EditRuleProps) {
  const { t, findText } = useServices()
  const [form, setForm] = useState(start)
  const [isChecked, setChecked] = useState(false)
  const debouncedForm = useDebounced(form)
  const save = useAction(() => onSave(form))
  const lack = missingFormulaField(form)
  const isNameless = form.name.trim() === ''

  function submit(): void {
    setChecked(true)
    if (!isNameless && lack === null) save.run()
  }

  const field = findText(`rules.field.${save.error?.param}`)
  return (
    <PreviewLayout preview={<Preview form={debouncedForm} />}>
      <RuleFields
        form={form}
        onChange={(change) => {
          setForm((last) => ({ ...last, ...change }))
          save.clearError()
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
              <ErrorBanner error={save.error} refetch={submit} isAlert {...(field !== null && { facts: { field } })} />
            )}
          </>
        }
        isBusy={save.isBusy}
        onSubmit={submit}
        leave={leave}
      />
    </PreviewLayout>
  )
}

const debounceMs = 400

/** A value once it has rested, so that nothing is asked with each letter. */
function useDebounced<Value>(value: Value): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
