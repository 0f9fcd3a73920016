import { useQuery } from '../../../api/use-query.js'
import { decimalsOf } from '../../../formats/numbers.js'
import {
  type BoardFormValues,
  emptyBoard,
  isColour,
  longestTitle,
  missingBoardField,
  themes,
  toBoardBody,
  toBoardFormValues,
} from './board-form-values.js'
import './board-preview.css'
import type { PricePage, PriceRule } from '@p2p-rates/contract'
import { useState } from 'preact/hooks'
import { zoneLabel, zoneNames } from '../../../formats/zone-names.js'
import { Checkbox } from '../../../parts/checkbox.js'
import { ControlWithLabel } from '../../../parts/control-with-label.js'
import { ActionForm } from '../../../parts/form.js'
import { Picker } from '../../../parts/picker.js'
import { PreviewLayout } from '../../../parts/preview-layout.js'
import { Select } from '../../../parts/select.js'
import { TextField } from '../../../parts/text-field.js'
import { UntrustedText } from '../../../parts/untrusted-text.js'
import { useAction } from '../../../parts/use-action.js'
import { useServices } from '../../../services-context.js'
import { languageNames, languages } from '../../../words/languages.js'
import { CustomerAction } from './customer-action.js'

type EditBoardProps = {
  /** `null`: a new one. */
  readonly board: PricePage | null
  readonly rules: readonly PriceRule[]
  readonly chosen: readonly string[]
  readonly onSaved: () => void
  readonly onLeave: () => void
}

export function BoardEditor({ board, rules, chosen, onSaved, onLeave }: EditBoardProps) {
  const { api, liveRegion, translator, t, findText } = useServices()
  const [form, setForm] = useState(() =>
    board === null
      ? { ...emptyBoard(translator.lang), rules: chosen }
      : toBoardFormValues(board, rules, translator.lang),
  )
  const [isChecked, setChecked] = useState(false)
  const make = useAction(async () => {
    if (board === null) await api.request('POST /boards', toBoardBody(form))
    else await api.request('PATCH /boards/{id}', toBoardBody(form), { params: { id: board.id } })
    liveRegion.showToast(t(board === null ? 'boards.made' : 'boards.saved'))
    onSaved()
  })
  const lack = isChecked ? missingBoardField(form) : null
  const field = findText(`boards.field.${make.error?.param}`)

  function change(part: Partial<BoardFormValues>): void {
    setForm((last) => ({ ...last, ...part }))
    make.clearError()
  }

  return (
    <PreviewLayout preview={<BoardPreview form={form} rules={rules} />}>
      <ActionForm
        class="stack"
        noValidate
        takesFocus
        action={make}
        verb={t(board === null ? 'boards.make' : 'boards.save')}
        facts={field === null ? {} : { field }}
        onSubmit={() => {
          setChecked(true)
          if (missingBoardField(form) === null) make.run()
        }}
        onCancel={onLeave}
      >
        <h2>{t(board === null ? 'boards.new' : 'boards.edit.title')}</h2>
        <TextField
          label={t('boards.name')}
          hint={t('boards.name.hint')}
          maxLength={longestTitle}
          value={form.title}
          error={lack === 'boards.need.title' ? t(lack) : null}
          onType={(title) => change({ title })}
        />
        <ShownRules rules={rules} chosen={form.rules} onChange={(chosen) => change({ rules: chosen })} />
        <Looks form={form} onChange={change} />
        <TextField
          label={t('boards.accent')}
          hint={t('boards.accent.hint')}
          maxLength={7}
          value={form.accent}
          error={lack === 'boards.need.accent' ? t(lack) : null}
          onType={(accent) => change({ accent: accent.trim() })}
        />
        {lack === 'boards.need.rules' && (
          <p class="is-bad" role="alert">
            {t(lack)}
          </p>
        )}
      </ActionForm>
    </PreviewLayout>
  )
}

type ShownRulesProps = {
  readonly rules: readonly PriceRule[]
  readonly chosen: readonly string[]
  readonly onChange: (chosen: readonly string[]) => void
}

/** The first one that is ticked stands first. */
function ShownRules({ rules, chosen, onChange }: ShownRulesProps) {
  const { t } = useServices()
  return (
    <fieldset class="several">
      <legend class="quiet small">{t('boards.rules')}</legend>
      {rules.map((rule) => (
        <Checkbox
          key={rule.id}
          isTicked={chosen.includes(rule.id)}
          onTick={(isTicked) => {
            const others = chosen.filter((id) => id !== rule.id)
            onChange(isTicked ? [...others, rule.id] : others)
          }}
        >
          <span>
            <UntrustedText text={rule.name} longest={64} /> <CustomerAction rule={rule} />
          </span>
        </Checkbox>
      ))}
    </fieldset>
  )
}

type LooksProps = { readonly form: BoardFormValues; readonly onChange: (change: Partial<BoardFormValues>) => void }

function Looks({ form, onChange }: LooksProps) {
  const { t } = useServices()
  return (
    <div class="ways">
      <ControlWithLabel name={t('boards.lang')}>
        <Select
          label={t('boards.lang')}
          value={form.lang}
          options={languages.map((lang) => ({ value: lang, label: languageNames[lang] }))}
          onChoose={(lang) => onChange({ lang })}
        />
      </ControlWithLabel>
      <ControlWithLabel name={t('boards.zone')}>
        <Picker
          label={t('boards.zone')}
          value={form.zone}
          options={zoneNames(form.zone).map((zone) => ({ value: zone, label: zoneLabel(zone, t), aliases: [zone] }))}
          onPick={(zone) => onChange({ zone })}
        >
          {zoneLabel(form.zone, t)}
        </Picker>
      </ControlWithLabel>
      <ControlWithLabel name={t('boards.theme')}>
        <Select
          label={t('boards.theme')}
          value={form.theme}
          options={themes.map((theme) => ({ value: theme, label: t(`boards.theme.${theme}`) }))}
          onChoose={(theme) => onChange({ theme })}
        />
      </ControlWithLabel>
    </div>
  )
}

function BoardPreview({ form, rules }: { readonly form: BoardFormValues; readonly rules: readonly PriceRule[] }) {
  const { t } = useServices()
  const shown = form.rules.flatMap((id) => rules.find((rule) => rule.id === id) ?? [])
  const [first] = shown
  const isOnePair = first !== undefined && shown.every(({ fiat }) => fiat === first.fiat)
  return (
    <section aria-label={t('boards.preview')}>
      <div
        class={`board-preview ${form.theme}`}
        style={isColour(form.accent) ? { borderBlockStartColor: form.accent } : undefined}
      >
        <p class="ends board-head">
          <b>{form.title.trim() === '' ? t('boards.name') : <UntrustedText text={form.title} longest={64} />}</b>
          {isOnePair && <span class="muted small">USDT / {first.fiat}</span>}
        </p>
        {shown.length === 0 && <p class="muted board-none">{t('boards.need.rules')}</p>}
        {shown.length > 0 && (
          <ul>
            {shown.map((rule) => (
              <Tile
                key={rule.id}
                rule={rule}
                isNamed={shown.filter(({ side, fiat }) => side === rule.side && fiat === rule.fiat).length > 1}
              />
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Tile({ rule, isNamed }: { readonly rule: PriceRule; readonly isNamed: boolean }) {
  const { translator, numbers } = useServices()
  const { answer } = useQuery('GET /rules/{id}/price', {}, { params: { id: rule.id } })
  const value = answer?.value ?? null
  return (
    <li>
      <span>{translator.t(rule.side === 'SELL' ? 'boards.deed.SELL' : 'boards.deed.BUY')}</span>
      {isNamed && <UntrustedText text={rule.name} longest={64} />}
      <b>{value === null ? '—' : numbers.price(value, decimalsOf([value], rule.fiat))}</b>
      <span class="muted">{translator.t('boards.unit', { fiat: rule.fiat })}</span>
    </li>
  )
}
