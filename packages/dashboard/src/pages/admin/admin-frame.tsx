import type { ComponentChildren } from 'preact'
import { Heading, useTitle } from '../../parts/heading.js'
import { SideList } from '../../parts/side-list.js'
import { useServices } from '../../services.js'
import { adminNavItems } from './admin-nav-items.js'

/** Frame of the admin pages with their navigation. Other users see only a notice. */
export function AdminFrame({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const { bootstrap, router, translator } = useServices()
  const { t } = translator
  useTitle(title)
  const navItems = adminNavItems(bootstrap, router)
  if (navItems.length === 0)
    return (
      <>
        <Heading>{title}</Heading>
        <p>{t('admin.only')}</p>
      </>
    )
  return (
    <SideList label={t('admin.title')} items={navItems.map(({ href, word }) => ({ href, word: t(word) }))}>
      <Heading>{title}</Heading>
      {children}
    </SideList>
  )
}
