import { useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { Button } from './button.js'
import { Checkbox } from './checkbox.js'
import { Dialog } from './dialog.js'
import { KeyRows } from './key-rows.js'

export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const { shortcutRegistry, settings, t } = useServices()
  const [isOn, setOn] = useState(shortcutRegistry.isOn)

  function turn(on: boolean): void {
    shortcutRegistry.isOn = on
    settings.set('keys', on ? 'on' : 'off')
    setOn(on)
  }

  const rows = shortcutRegistry.list().map(({ keys: typed, word, isNavigation }) => ({
    keys: typed.toUpperCase().split(' '),
    word: isNavigation === true ? t('keys.go', { page: t(word) }) : t(word),
  }))

  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <KeyRows rows={[...rows, { keys: ['ESC'], word: t('keys.close') }]} />
      <p class="ways answers">
        <Checkbox isTicked={isOn} onTick={turn}>
          {t('keys.on')}
        </Checkbox>
        <Button word={t('act.close')} onClick={onClose} />
      </p>
    </Dialog>
  )
}
