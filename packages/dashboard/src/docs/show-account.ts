import type { AccountInfo } from '@p2p-rates/contract'
import type { Settings } from '../settings.js'

type Ask = (path: string) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>

export async function showAccount(page: ParentNode, settings: Settings, ask: Ask): Promise<void> {
  if (settings.get('member') !== 'yes') return
  const answer = await ask('/web/v1/account').catch(() => null)
  if (answer?.status === 401) settings.set('member', '')
  if (answer?.ok !== true) return
  const { email } = (await answer.json()) as AccountInfo
  for (const link of page.querySelectorAll<HTMLElement>('.to-login')) {
    link.textContent = email.slice(0, 40)
    link.setAttribute('href', '/dev/account')
  }
  for (const link of page.querySelectorAll<HTMLElement>('.for-members')) link.hidden = false
}
