import { useServices } from '../services-context.js'

export function LogInLink({ class: className }: { readonly class?: string }) {
  const { router, translator } = useServices()
  const { pathname, search } = router.url
  const address =
    pathname === '/' || pathname === '/login' ? '/login' : `/login?next=${encodeURIComponent(pathname + search)}`
  return (
    <a class={className} href={address}>
      {translator.t('nav.login')}
    </a>
  )
}
