import type { ComponentChildren } from 'preact'
import { useQuery } from '../../api/use-query.js'
import { PageHead, type PageHeadProps } from '../../parts/page-heading-and-title.js'
import { SideNavigation } from '../../parts/side-navigation.js'
import { useServices } from '../../services-context.js'
import './dev.css'
import { Button } from '../../parts/button.js'
import { EmptyState } from '../../parts/empty-state.js'

type DevFrameProps = Partial<PageHeadProps> & { readonly version?: number; readonly children: ComponentChildren }

/** Frame of the developer pages with their navigation, and the head of a page with a title. A new `version` reloads the counts of keys and webhooks. */
export function DevFrame({ version = 0, children, title, ...head }: DevFrameProps) {
  const { bootstrap, t } = useServices()
  // Lower plans have no webhooks, and would be refused.
  const mayHave = bootstrap.account?.plan === 'Pro' || bootstrap.account?.plan === 'Business'
  const keys = useQuery('GET /keys', {}, { version }).answer?.keys
  const webhooks = useQuery('GET /webhooks', mayHave ? {} : null, { version }).answer?.webhooks
  return (
    <SideNavigation
      label={t('nav.dev')}
      items={[
        { href: '/dev', word: t('dev.overview') },
        {
          href: '/dev/keys',
          word: t('nav.keys'),
          count: keys?.filter(({ revoked_at }) => revoked_at === null).length ?? null,
        },
        { href: '/dev/usage', word: t('dev.usage') },
        { href: '/dev/webhooks', word: t('dev.webhooks'), count: webhooks?.length ?? null },
        { href: '/dev/rules', word: t('dev.rules') },
        { href: '/dev/boards', word: t('dev.boards') },
        { href: '/dev/account', word: t('nav.account') },
      ]}
    >
      {title !== undefined && <PageHead title={title} {...head} />}
      {children}
    </SideNavigation>
  )
}

/** Shown instead of records that the plan of the account does not include. */
export function NotInAccountPlan({ title }: { readonly title: string }) {
  const { bootstrap, t } = useServices()
  return (
    <EmptyState title={title} action={<Button word={t('plan.compare')} href="/docs/keys-and-plans" />}>
      {t('dev.not_allowed', { plan: bootstrap.account?.plan ?? 'Free' })}
    </EmptyState>
  )
}
