import { randomBytes } from 'node:crypto'
import type { NewAdmin, PlanName } from '@p2p-rates/contract'
import type { RunningServer } from '@p2p-rates/server'
import { say } from '../words/say.js'
import type { DemoLogin } from './banner.js'

const email = 'demo@example.com'

export async function createDemoAccount(
  { url, operator }: Pick<RunningServer, 'url' | 'operator'>,
  plan: PlanName,
): Promise<DemoLogin & { readonly key: string }> {
  const setup = await operator.setupLink()
  const password = randomBytes(6).toString('hex')
  const response = await fetch(`${url}/web/v1/setup`, {
    method: 'POST',
    headers: { Origin: new URL(setup.link).origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: setup.link.split('#')[1], email, password }),
  })
  if (!response.ok)
    throw new Error(say('The demo account could not be created: {fault}', { fault: await response.text() }))
  const { id, first_key } = (await response.json()) as NewAdmin
  await operator.setPlan(id, plan)
  const { link } = await operator.loginLink(email)
  return { email, password, link, key: first_key.key }
}
