import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createSecretBox } from '../alerts/webhooks/master-key.js'
import { aWebhook } from '../alerts/webhooks/testing/a-webhook.js'
import { buildServer } from '../app/build.js'
import { silentLog } from '../base/log/log.js'
import { openDatabase } from '../storage/sqlite/database.js'
import { databasePathOf, openSqliteStore } from '../storage/sqlite/open-store.js'
import { lockDataDir } from '../storage/sqlite/sqlite-store-location.js'
import { openSecondStore } from '../testing/open-second-store.js'
import { makePerson } from '../testing/people.js'
import { startServer, type TestServer } from '../testing/start-server.js'
import { createTestClient, type TestClient } from '../testing/test-client.js'
import { runProgram } from './program.js'
import { runCommand } from './testing/run-command.js'

let running: TestServer
let asker: TestClient
let folder: string
beforeAll(async () => {
  running = await startServer({ historyDays: 2 })
  asker = createTestClient(running.url)
  folder = mkdtempSync(join(tmpdir(), 'p2p-operate-'))
})
afterAll(async () => {
  asker.close()
  await running.stop()
  rmSync(folder, { recursive: true })
})
afterEach(() => vi.unstubAllEnvs())

const p2p = (words: string, dataDir = running.config.DATA_DIR) => runCommand(words, dataDir)

const ask = (key: string, path = '/api/v1/me') => asker.ask({ path, headers: [['X-API-Key', key]] })

const createKey = async (plan = 'Pro') => {
  const { out, err } = await p2p(`keys create --plan ${plan} --name Customer`)
  const [, keyId = '', accountId = ''] = /Key (key_\w+) of account (acc_\w+)/.exec(err) ?? []
  return { key: out, keyId, accountId }
}

describe('on a running server', () => {
  test('a fixing is corrected behind the chain, and what cannot be one is refused', async () => {
    const { key } = await createKey('Free')
    const newest = async () => {
      running.clock.advance(60_000)
      const { text } = await ask(key, '/api/v1/index/fixings')
      return (JSON.parse(text) as { fixings: { day: string; number: number; value: number }[] }).fixings.at(-1)
    }
    await expect.poll(async () => (await newest())?.number, { timeout: 10_000 }).toBeGreaterThan(0)
    const { day = '', number = 0 } = (await newest()) ?? {}
    const { code, out } = await p2p(`fixings correct UAH ${day} 40.5 --why mistyped`)
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringMatching(
        `^UAH of ${day} is corrected by number ${number + 1} of its chain \\([0-9a-f]{64}\\)\\.$`,
      ),
    })
    expect(await newest()).toMatchObject({ day, number: number + 1, value: 40.5 })
    expect(await p2p('fixings correct UAH 2020-01-01 40 --why x')).toMatchObject({
      code: 1,
      err: expect.stringContaining('There is no fixing of UAH for 2020-01-01.'),
    })
  })

  test('an anchor gains the newest digest of each chain, once', async () => {
    const file = join(folder, 'anchor.txt')
    expect(await p2p(`anchor ${file}`)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/([1-9]\d*) of \1 chains/),
    })
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^# .*\n(?:[A-Z]{3} \d+ [\da-f]{64}\n)+$/)
    expect(await p2p(`anchor ${file}`)).toMatchObject({ code: 0, out: expect.stringMatching(/: 0 of /) })
    expect(readFileSync(file, 'utf8')).toBe(text)

    writeFileSync(file, `# made by hand, without a line's end\nPHP 30 ${'0'.repeat(64)}`)
    await p2p(`anchor ${file}`)
    expect(readFileSync(file, 'utf8')).toMatch(/^# .*\nPHP 30 0{64}\n(?:[A-Z]{3} \d+ [\da-f]{64}\n)+$/)
  })

  test('a key that was made works at once and is alone on standard output', async () => {
    const { key } = await createKey('Starter')
    expect(key).toMatch(/^p2p_[0-9A-Za-z]{38}$/)
    expect((await ask(key)).headers.get('x-plan')).toBe('Starter')
  })

  test('a revoked key is refused on the next request, also on an open connection', async () => {
    const { key, keyId } = await createKey()
    expect((await ask(key)).status).toBe(200)
    expect(await p2p(`keys revoke ${keyId}`)).toMatchObject({ code: 0 })
    expect((await ask(key)).status).toBe(401)
  })

  test('another plan applies to the next request, and usage stays counted', async () => {
    const { key, accountId } = await createKey('Free')
    expect((await ask(key, '/api/v1/history')).status).toBe(403)
    expect((await ask(key)).status).toBe(200)
    expect(await p2p(`plan set ${accountId} pro`)).toMatchObject({ code: 0, out: expect.stringContaining('Pro') })
    const { status, headers } = await ask(key, '/api/v1/history')
    expect(status).toBe(200)
    expect(headers.get('x-plan')).toBe('Pro')
    expect(headers.get('x-quota-remaining')).toBe(String(2_000_000 - 2))
  })

  test('a reset link leads to where this server is found, on its real port', async () => {
    const { email } = await makePerson(running.config.DATA_DIR)
    const { code, out } = await p2p(`reset-link --email ${email}`)
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`^${running.url}/reset#[\\w-]{43}$`))])
    expect(await p2p('reset-link --email nobody@example.com')).toMatchObject({
      code: 1,
      err: 'p2p-server: No account has this address.',
    })
  })

  test('keys and accounts are listed without anything secret', async () => {
    const { key, keyId, accountId } = await createKey()
    const { out } = await p2p(`keys list --account ${accountId}`)
    expect(out).toContain(keyId)
    expect(out).toContain(key.slice(0, 12))
    expect(out).not.toContain(key.slice(0, 13))
    expect((await p2p('accounts list')).out).toMatch(new RegExp(`${accountId} +Pro`))
  })

  test('all keys are listed with their last use, for people and for programs', async () => {
    const { key, keyId, accountId } = await createKey()
    const unused = await createKey()
    expect((await ask(key)).status).toBe(200)
    const json = async (words: string) => JSON.parse((await p2p(words)).out) as Record<string, unknown>[]
    const today = new Date().toISOString().slice(0, 10)
    await expect
      .poll(async () => (await json('keys list --json')).find(({ id }) => id === keyId))
      .toMatchObject({ account_id: accountId, last_used_on: today, revoked_at: null })
    expect((await p2p('keys list')).out).toMatch(/^KEY +BEGINS +ACCOUNT +MADE +LAST USE +STATE +LABEL$/m)
    expect((await p2p('keys list')).out).toMatch(new RegExp(`${unused.keyId} .* never`))
    expect((await json(`keys list --json --account ${accountId}`)).map(({ id }) => id)).toEqual([keyId])
    expect((await json('accounts list --json')).find(({ id }) => id === accountId)).toMatchObject({
      plan: 'Pro',
      live_keys: 1,
      last_used_on: today,
      name: 'Customer',
    })
  })

  test('a deleted account is gone with the next request: its keys, its webhooks, its name', async () => {
    const { key, accountId } = await createKey()
    const webhook = { url: 'https://example.com/hook', event: 'best_buy', threshold: 1 }
    const made = await asker.ask({
      method: 'POST',
      path: '/api/v1/webhooks',
      headers: [
        ['X-API-Key', key],
        ['Content-Type', 'application/json'],
      ],
      body: JSON.stringify(webhook),
    })
    expect(made.status).toBe(201)
    expect(await p2p(`accounts delete ${accountId}`)).toMatchObject({ code: 0, out: expect.stringContaining('1 keys') })
    expect((await ask(key)).status).toBe(401)
    expect((await p2p('accounts list')).out).not.toContain(accountId)
    expect(await openSecondStore(running.config.DATA_DIR).webhooks.list(accountId)).toEqual([])
  })

  test('a backup is whole, verified, and comes back with one command', async () => {
    const before = await createKey()
    const file = join(folder, 'backup.db')
    expect(await p2p(`backup ${file}`)).toMatchObject({ code: 0 })
    expect(await p2p(`verify ${file}`)).toMatchObject({ code: 0, out: expect.stringContaining('is sound') })
    expect(await p2p(`backup ${file}`)).toMatchObject({ code: 1 })

    const after = await createKey()
    await p2p(`keys revoke ${before.keyId}`)
    expect([(await ask(before.key)).status, (await ask(after.key)).status]).toEqual([401, 200])
    const { code, out, err } = await p2p(`restore ${file}`)
    expect(code).toBe(0)
    expect(out).toContain(`still ended: ${before.keyId}`)
    expect(err).toContain('reading every record of the backup ...')
    expect([(await ask(before.key)).status, (await ask(after.key)).status]).toEqual([401, 401])
    const again = await p2p(`restore --revive-ended ${file}`)
    expect(again.out).toContain(`LIVE AGAIN: ${before.keyId}`)
    expect((await ask(before.key)).status).toBe(200)
    expect(existsSync(/kept in (.+)\.$/m.exec(out)?.[1] ?? '')).toBe(true)
    expect((await ask(before.key, '/api/v1/history?hours=24')).text).toContain('"t":')
  })

  test('its data can be verified and need no migration', async () => {
    expect(await p2p('verify')).toMatchObject({ code: 0, out: expect.stringContaining('is sound') })
    expect(await p2p('migrate')).toMatchObject({ code: 0, out: expect.stringContaining('already') })
  })

  test('its master key is not replaced while it runs', async () => {
    expect(await p2p('master-key rotate')).toMatchObject({
      code: 1,
      err: `p2p-server: A server runs on ${running.config.DATA_DIR}. Stop it first: it encrypts with the present key.`,
    })
  })

  test('its data are not copied while it runs', async () => {
    const words = `copy --from ${running.config.DATA_DIR} --to ${join(folder, 'beside')}`
    expect(await p2p(words)).toMatchObject({ code: 1, err: expect.stringContaining('is in use: by a server') })
    expect(existsSync(join(folder, 'beside'))).toBe(false)
  })

  test('a second server on the same data refuses and leaves the first one alone', async () => {
    const second = buildServer(running.config, { log: silentLog })
    await expect(second).rejects.toThrow('already running')
    expect((await ask(running.keys.Free, '/livez')).status).toBe(200)
    expect(await createKey()).toMatchObject({ key: expect.stringMatching(/^p2p_/) })
  })
})

describe('without a server', () => {
  test('the same commands work on the data themselves', async () => {
    const dataDir = join(folder, 'alone')
    const made = await p2p('keys create --plan Business --name Early', dataDir)
    expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^p2p_/) })
    expect((await p2p('accounts', dataDir)).out).toContain('Business')
    expect(await p2p('verify', dataDir)).toMatchObject({ code: 0 })
  })

  test('each deed is a line of the security log on standard error, without the key', async () => {
    const { out, err } = await p2p('keys create --plan Pro --name Customer-desk', join(folder, 'alone'))
    const lines = err.split('\n').filter((line) => line.startsWith('{'))
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({ event: 'account_made', by: 'operator', plan: 'Pro' }),
      expect.objectContaining({ event: 'key_made', by: 'operator', account_id: expect.stringMatching(/^acc_/) }),
    ])
    for (const secret of [out, 'Customer-desk']) expect(lines.join('')).not.toContain(secret)
  })

  test('damaged data are refused with a remedy, and a restore replaces them and keeps the rest of them', async () => {
    const dataDir = join(folder, 'damaged', 'data')
    await p2p('accounts create Before', dataDir)
    mkdirSync(join(folder, 'damaged', 'backups'))
    const backup = join(folder, 'damaged', 'backups', 'one.db')
    await p2p(`backup ${backup}`, dataDir)
    await p2p('accounts create Since', dataDir)
    const path = join(dataDir, 'p2p-rates.db')
    const whole = readFileSync(path)
    const damages = { 'cut off': whole.subarray(0, 5_000), overwritten: Buffer.alloc(whole.length, 'x') }
    for (const [damage, bytes] of Object.entries(damages)) {
      writeFileSync(path, bytes)
      for (const words of ['start', 'accounts list', 'migrate'])
        expect(await p2p(words, dataDir), `${damage}: ${words}`).toMatchObject({
          code: 78,
          err: `p2p-server: The data in ${path} are damaged. Restore the newest backup: p2p-server restore ${backup}`,
        })
      const restored = await p2p(`restore ${backup}`, dataDir)
      expect(restored, damage).toMatchObject({ code: 0, out: expect.stringContaining('is kept in') })
      const [, kept = ''] = /is kept in (\S+)\.\n/.exec(restored.out) ?? []
      expect(readFileSync(kept).equals(bytes), damage).toBe(true)
      expect((await p2p('accounts list', dataDir)).out).toContain('Before')
      expect((await p2p('verify', dataDir)).code, damage).toBe(0)
    }
  })

  test('a restore over damaged data that fails leaves them as they were', async () => {
    const dataDir = join(folder, 'no-way-out', 'data')
    await p2p('accounts create Somebody', dataDir)
    const path = join(dataDir, 'p2p-rates.db')
    const half = readFileSync(path).subarray(0, 5_000)
    writeFileSync(path, half)
    writeFileSync(join(dataDir, 'bad.db'), half)
    expect(await p2p(`restore ${join(dataDir, 'bad.db')}`, dataDir)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not a sound backup'),
    })
    expect(readFileSync(path).equals(half)).toBe(true)
  })

  test('its data are copied to another folder and compared there, and no key is made for it', async () => {
    const [dataDir, to] = [join(folder, 'moving'), join(folder, 'moved')]
    await p2p('accounts create Somebody', dataDir)
    const words = `copy --from ${dataDir} --to ${to}`
    const copied = await p2p(words, dataDir)
    expect(copied).toMatchObject({ code: 0, err: '' })
    expect(copied.out).toMatch(/^TABLE +ROWS +DIGEST\naccount +1 +[0-9a-f]{16}\n/)
    expect(copied.out).toContain(`\nAll of it is the same in ${dataDir} and in ${to}. The server there needs the same`)
    const { code, out, err } = await p2p(`${words} --verify`, dataDir)
    expect([code, err]).toEqual([0, ''])
    expect(out.split('\n').slice(0, -1)).toEqual(copied.out.split('\n').slice(0, -1))
    expect(out).toMatch(/All of it is the same in .*\.$/)
    for (const place of [dataDir, to]) expect(existsSync(join(place, 'master.key'))).toBe(false)
    expect(await p2p(words, dataDir)).toMatchObject({ code: 1, err: expect.stringContaining('table account has rows') })
    await p2p('accounts create Other', to)
    expect(await p2p(`${words} --verify`, dataDir)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^p2p-server: The two sides are not the same:\n {2}account: 1 rows \(\w+\) and 2 rows \(\w+\)$/,
      ),
    })
    expect(await p2p('copy --from somewhere', dataDir)).toMatchObject({ code: 2 })
    for (const words of [
      'copy --from postgress://u:hunter2@h/d --to x',
      `copy --from ${dataDir} --to mysql://u:hunter2@h/d`,
    ])
      expect((await p2p(words, dataDir)).err).toBe(
        'p2p-server: An address begins with postgres://, everything else is a path.',
      )
  })

  test('webhook secrets that no key opens are copied nowhere', async () => {
    const [dataDir, to] = [join(folder, 'sealed'), join(folder, 'unsealed')]
    const store = openSqliteStore(dataDir)
    const sealedSecret = createSecretBox(Buffer.from('ab'.repeat(32), 'hex')).seal('secret', 'wh_one')
    await store.webhooks.create(aWebhook({ sealedSecret }), 1)
    await store.close()
    const words = `copy --from ${dataDir} --to ${to}`
    expect(await p2p(words, dataDir)).toMatchObject({ code: 78, err: expect.stringContaining('P2P_MASTER_KEY') })
    vi.stubEnv('P2P_MASTER_KEY', 'cd'.repeat(32))
    expect(await p2p(words, dataDir)).toMatchObject({ code: 78, err: expect.stringContaining('wh_one') })
    expect(existsSync(to)).toBe(false)
    vi.stubEnv('P2P_MASTER_KEY', 'ab'.repeat(32))
    expect(await p2p(words, dataDir)).toMatchObject({ code: 0 })
  })

  test('an impossible data directory is reported in one line', async () => {
    writeFileSync(join(folder, 'file'), '')
    expect(await p2p('start', join(folder, 'file', 'data'))).toEqual({
      code: 1,
      out: '',
      err: expect.stringMatching(/^[^\n]+ENOTDIR[^\n]+$/),
    })
  })

  test('nothing is changed behind the back of a server whose socket does not answer', async () => {
    const dataDir = join(folder, 'unreachable')
    const lock = lockDataDir(dataDir)
    expect(await p2p('keys create', dataDir)).toMatchObject({
      code: 1,
      err: expect.stringContaining('does not answer'),
    })
    lock?.release()
    expect(await p2p('keys create', dataDir)).toMatchObject({ code: 0 })
  })

  test('a backup of damaged data says so, and so does verify', async () => {
    const dataDir = join(folder, 'damaged')
    await p2p('accounts create Somebody', dataDir)
    const database = openDatabase(databasePathOf(dataDir))
    database.exec(`DROP TRIGGER account_changed; UPDATE account SET plan = 'Business'`)
    database.close()
    for (const words of [`backup ${join(folder, 'of-damaged.db')}`, 'verify'])
      expect(await p2p(words, dataDir)).toMatchObject({
        code: 1,
        err: expect.stringMatching(/account acc_\w+ is not as it was/),
      })
    expect(existsSync(join(folder, 'of-damaged.db'))).toBe(true)
  })

  test('data of a newer release are refused by every command with 78', async () => {
    const dataDir = join(folder, 'newer')
    await p2p('accounts create Somebody', dataDir)
    const database = openDatabase(databasePathOf(dataDir))
    database.exec('PRAGMA user_version = 99')
    database.close()
    for (const words of ['verify', 'migrate', 'keys list', `backup ${join(folder, 'of-newer.db')}`, 'start'])
      expect({ words, ...(await p2p(words, dataDir)) }).toMatchObject({
        words,
        code: 78,
        err: expect.stringMatching(/^p2p-server: The data are of version 99/),
      })
  })

  test('wrong usage is explained in words, with the documented exit code', async () => {
    const dataDir = join(folder, 'wrong')
    await p2p('accounts create Somebody', dataDir)
    const failures: readonly (readonly [string, number, string])[] = [
      ['keys revoke key_none', 1, 'There is no key key_none'],
      ['plan set acc_none Pro', 1, 'There is no account acc_none'],
      ['accounts create Other --plan Gold', 1, 'There is no plan "Gold"'],
      [`verify ${join(folder, 'none.db')}`, 1, 'There is no file'],
      [`restore ${join(folder, 'none.db')}`, 1, 'There is no file'],
      [`verify ${folder}`, 1, `${folder} is not a file.`],
      [`restore ${folder}`, 1, `${folder} is not a file.`],
      ['accounts delete acc_none', 1, 'There is no account acc_none'],
      ['accounts create Other\u001b[2J', 1, 'no control characters'],
      [`backup ${join(folder, 'none', 'backup.db')}`, 1, `There is no folder ${join(folder, 'none')}.`],
      ['fly', 2, "p2p-server: unknown command 'fly'"],
      ['strat', 2, '(Did you mean start?)'],
      ['accounts delete', 2, "p2p-server: missing required argument 'account'"],
    ]
    for (const [words, code, message] of failures)
      expect({ words, ...(await p2p(words, dataDir)) }).toMatchObject({
        words,
        code,
        err: expect.stringContaining(message),
      })
  })

  test('a restore without a file makes nothing', async () => {
    const dataDir = join(folder, 'untouched')
    expect(await p2p(`restore ${join(folder, 'none.db')}`, dataDir)).toMatchObject({
      code: 1,
      err: `p2p-server: There is no file ${join(folder, 'none.db')}.`,
    })
    expect(existsSync(dataDir)).toBe(false)
  })

  test('nothing that a command makes is for others', async () => {
    const mask = process.umask(0)
    onTestFinished(() => void process.umask(mask))
    const dataDir = join(folder, 'private')
    await p2p('keys create', dataDir)
    expect(process.umask()).toBe(0o077)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
  })

  test('--version prints the release', async () => {
    const mask = process.umask()
    onTestFinished(() => void process.umask(mask))
    const write = vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    expect(await runProgram(['--version'], buildServer)).toBe(0)
    expect(write.mock.calls).toEqual([[`${manifest.version}\n`]])
    write.mockRestore()
  })

  test('config check prints the changed settings, with --all every one, secrets masked, and misspelt names', async () => {
    vi.stubEnv('P2P_MASTER_KEY', 'ab'.repeat(32))
    vi.stubEnv('P2P_PROT', '1')
    const { code, out, err } = await p2p('config check')
    expect(code).toBe(0)
    expect(out).toMatch(/P2P_DATA_DIR +\//)
    expect(out).not.toContain('P2P_CYCLE_SECONDS')
    expect(out).toMatch(/All settings are valid\. \d+ have their usual value/)
    expect((await p2p('config check --all')).out).toContain('P2P_CYCLE_SECONDS')
    for (const line of out.split('\n')) expect(line.length, line).toBeLessThanOrEqual(110)
    expect(out).not.toContain('abab')
    expect(err).toContain('P2P_PROT is not a setting of this server: did you mean P2P_PORT?')
    vi.stubEnv('P2P_PORT', 'x')
    expect(await p2p('config check')).toMatchObject({
      code: 2,
      err: expect.stringContaining('P2P_PORT must be a whole number between 0 and 65535, not "x"'),
    })
  })
})
