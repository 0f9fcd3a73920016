import { useState } from 'preact/hooks'
import { useServices } from '../services-context.js'
import { Button } from './button.js'
import { Checkbox } from './checkbox.js'
import { Dialog } from './dialog.js'

export function ShortcutList({ onClose }: { readonly onClose: () => void }) {
  const { shortcutRegistry, settings, t } = useServices()
  const [isOn, setOn] = useState(shortcutRegistry.isOn)

  function turn(on: boolean): void {
    shortcutRegistry.isOn = on
    settings.set('keys', on ? 'on' : 'off')
    setOn(on)
  }

  return (
    <Dialog title={t('keys.title')} onClose={onClose}>
      <dl class="key-list">
        {shortcutRegistry.list().map(({ keys: typed, word, isNavigation }) => (
          <div key={typed}>
            <dt>
              {typed.split(' ').map((key) => (
                <kbd key={key}>{key.toUpperCase()}</kbd>
              ))}
            </dt>
            <dd>{isNavigation === true ? t('keys.go', { page: t(word) }) : t(word)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>ESC</kbd>
          </dt>
          <dd>{t('keys.close')}</dd>
        </div>
      </dl>
      <p class="ways answers">
        <Checkbox isTicked={isOn} onTick={turn}>
          {t('keys.on')}
        </Checkbox>
        <Button word={t('act.close')} onClick={onClose} />
      </p>
    </Dialog>
  )
}
