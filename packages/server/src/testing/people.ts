import type { PlanName } from '@p2p-rates/contract'
import { createPasswordHasher } from '../accounts/password-hasher.js'
import { createSemaphore } from '../base/concurrency/semaphore.js'
import { openSqliteStore } from '../storage/sqlite/open-store.js'
import { quickLogCost } from './quick-passwords.js'
import type { TestClient, TestRequest, TestResponse } from './test-client.js'

export type Person = { readonly email: string; readonly password: string; readonly accountId: string }

let people = 0

export const makePerson = async (
  dataDir: string,
  { isAdmin = false, plan = 'Free' }: { isAdmin?: boolean; plan?: PlanName } = {},
): Promise<Person> => {
  people += 1
  const person = { email: `p${people}@example.com`, password: `secret of ${people}`, accountId: `acc_p${people}` }
  const quick = createPasswordHasher({
    semaphore: createSemaphore({ maxRunning: 1, maxWaiting: 0 }),
    logCost: quickLogCost,
  })
  const { email, accountId } = person
  const login = { accountId, email, password: await quick.digest(person.password), isAdmin }
  const store = openSqliteStore(dataDir, { isSynced: false })
  await store.logins.create({ id: accountId, name: email, plan, createdAtMs: 0 }, login)
  store.close()
  return person
}

export const createBrowser = (asker: TestClient, url: string, address?: string) => {
  let cookie: string | null = null
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    headers: TestRequest['headers'] = [],
  ): Promise<TestResponse> => {
    const answer = await asker.ask({
      method,
      path: `/web/v1${path}`,
      headers: [
        ...(cookie === null ? [] : [['Cookie', cookie] as const]),
        ...(method === 'GET' ? [] : [['Origin', url] as const, ['Content-Type', 'application/json'] as const]),
        ...(address === undefined ? [] : [['X-Forwarded-For', address] as const]),
        ...headers,
      ],
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const given = answer.headers.get('set-cookie')
    if (given !== undefined) cookie = given.includes('Max-Age=0') ? null : (given.split(';')[0] ?? null)
    return answer
  }
  return {
    ask,
    logIn: ({ email, password }: Pick<Person, 'email' | 'password'>) => ask('POST', '/sessions', { email, password }),
    cookie: () => cookie,
    keep: (other: string | null) => {
      cookie = other
    },
  }
}

export const tokenOf = ({ link }: { readonly link: string }): string => link.slice(link.indexOf('#') + 1)
