import type { ComponentChildren } from 'preact'
import { Heading, useTitle } from '../../parts/heading.js'
import { SideList } from '../../parts/side-list.js'
import { useServices } from '../../services.js'
import { adminPlaces } from './places.js'

/** Frame of the admin pages with their navigation. Other users see only a notice. */
export function AdminFrame({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  const { first, router, speech } = useServices()
  const { t } = speech
  useTitle(title)
  const places = adminPlaces(first, router)
  if (places.length === 0)
    return (
      <>
        <Heading>{title}</Heading>
        <p>{t('admin.only')}</p>
      </>
    )
  return (
    <SideList label={t('admin.title')} places={places.map(({ href, word }) => ({ href, word: t(word) }))}>
      <Heading>{title}</Heading>
      {children}
    </SideList>
  )
}
