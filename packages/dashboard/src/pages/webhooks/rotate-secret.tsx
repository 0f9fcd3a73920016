import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.js'
import { Dialog } from '../../parts/dialog.js'
import { useServices } from '../../services-context.js'

type RotateSecretProps = { readonly onRotate: (overlapHours: number) => void; readonly onClose: () => void }

const overlaps = [
  { hours: 24, word: 'hooks.rotate.later' },
  { hours: 168, word: 'hooks.rotate.week' },
  { hours: 0, word: 'hooks.rotate.at_once' },
] as const

export function RotateSecret({ onRotate, onClose }: RotateSecretProps) {
  const { t } = useServices()
  const [hours, setHours] = useState<number>(overlaps[0].hours)
  return (
    <Dialog title={t('hooks.rotate.title')} onClose={onClose}>
      <p>{t('hooks.rotate.why')}</p>
      <fieldset class="plain-choices">
        <legend class="heard">{t('hooks.rotate.how')}</legend>
        {overlaps.map((one) => (
          <label key={one.hours} class="check">
            <input type="radio" name="overlap" checked={hours === one.hours} onChange={() => setHours(one.hours)} />
            {t(one.word)}
          </label>
        ))}
      </fieldset>
      <p class="ways answers">
        <Button kind="bad" word={t('hooks.rotate.do')} onClick={() => onRotate(hours)} />
        {/* biome-ignore lint/a11y/noAutofocus: a dialog puts the focus on the harmless answer */}
        <button type="button" class="button quiet" autoFocus onClick={onClose}>
          {t('act.keep')}
        </button>
      </p>
    </Dialog>
  )
}
