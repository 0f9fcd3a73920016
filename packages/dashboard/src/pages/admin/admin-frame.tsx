import type { ComponentChildren } from 'preact'
import { PageHeading, useTitle } from '../../parts/page-heading-and-title.js'
import { SideNavigation } from '../../parts/side-navigation.js'
import { useServices } from '../../services-context.js'
import { adminNavItems } from './admin-nav-items.js'

/** Frame of the admin pages with their navigation. Other users see only a notice. */
export function AdminFrame({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const { bootstrap, router, t } = useServices()
  useTitle(title)
  const navItems = adminNavItems(bootstrap, router)
  if (navItems.length === 0)
    return (
      <>
        <PageHeading>{title}</PageHeading>
        <p>{t('admin.only')}</p>
      </>
    )
  return (
    <SideNavigation label={t('nav.admin')} items={navItems.map(({ href, word }) => ({ href, word: t(word) }))}>
      <PageHeading>{title}</PageHeading>
      {children}
    </SideNavigation>
  )
}
