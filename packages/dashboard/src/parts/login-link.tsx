import { useServices } from '../services.js'

export function LogInLink({ class: className }: { readonly class?: string }) {
  const { router, speech } = useServices()
  const { pathname, search } = router.url
  const address =
    pathname === '/' || pathname === '/login' ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`
  return (
    <a class={className} href={address}>
      {speech.t('nav.login')}
    </a>
  )
}
