import { useEffect, useRef } from 'preact/hooks'
import { adminNavItems } from '../pages/admin/admin-nav-items.js'
import type { Page } from '../pages/define-page.js'
import { useServices } from '../services-context.js'
import { Icon } from './icon.js'
import { cleanUntrustedText } from './untrusted-text.js'
import { navigateWithReload, useAction } from './use-action.js'
import './account-menu.css'

type AccountMenuProps = { readonly page: Page | null }

export function AccountMenu({ page }: AccountMenuProps) {
  const { bootstrap } = useServices()
  const box = useRef<HTMLDetailsElement>(null)
  useEffect(() => close(box.current), [page])

  if (bootstrap.account === null) return null
  return (
    <details
      ref={box}
      class="account-menu bare-summary"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || box.current?.open !== true) return
        close(box.current)
        box.current.querySelector('summary')?.focus()
      }}
      onFocusOut={(event) => {
        if (event.relatedTarget instanceof Node && !event.currentTarget.contains(event.relatedTarget))
          close(box.current)
      }}
    >
      <summary class="button small">
        <span class="account-name">{cleanUntrustedText(bootstrap.account.email, 40)}</span>
        <Icon name="down" size={12} />
      </summary>
      <ul class="pop-up">
        <AccountLinks page={page} />
      </ul>
    </details>
  )
}

function close(box: HTMLDetailsElement | null): void {
  if (box !== null) box.open = false
}

export function AccountLinks({ page }: AccountMenuProps) {
  const { bootstrap, api, router, t } = useServices()
  const logOut = useAction(async () => {
    await api.request('DELETE /sessions/current', {})
    navigateWithReload('/')
  })

  if (bootstrap.account === null) return null
  const links = [
    { href: '/dev/keys', word: t('nav.keys') },
    { href: '/dev/account', word: t('nav.account') },
    ...adminNavItems(bootstrap, router)
      .slice(0, 1)
      .map(({ href }) => ({ href, word: t('nav.admin') })),
  ]
  return (
    <>
      {links.map(({ href, word }) => (
        <li key={href}>
          <a href={href} aria-current={page?.route.print({}) === href ? 'page' : undefined}>
            {word}
          </a>
        </li>
      ))}
      <li>
        <button type="button" class="link" disabled={logOut.isBusy} onClick={() => logOut.run()}>
          {t('nav.logout')}
        </button>
      </li>
    </>
  )
}
