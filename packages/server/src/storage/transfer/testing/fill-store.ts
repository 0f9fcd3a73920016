import { firstFixingState, type Random, slotMs } from '@p2p-rates/core/internal'
import type { KeyDigest } from '../../../accounts/account-and-key-store.js'
import type { PasswordDigest } from '../../../accounts/login-stores.js'
import { aSession } from '../../../accounts/testing/a-session.js'
import type { LinkDigest, RecoveryDigest } from '../../../accounts/tokens.js'
import { anInbox } from '../../../alerts/channels/testing/an-inbox.js'
import { acceptKey, type SecretBox } from '../../../alerts/webhooks/master-key.js'
import { aDelivery, aWebhook } from '../../../alerts/webhooks/testing/a-webhook.js'
import { nextFixingEntry } from '../../../history/daily-index/fixing-chain.js'
import { aStatusSample } from '../../../history/source-status/testing/a-status-sample.js'
import { aTrackDay } from '../../../history/track-record/testing/a-track-day.js'
import { aReporter } from '../../../ingest/agents/testing/a-reporter.js'
import { aBoard } from '../../../market/price-pages/testing/a-board.js'
import { aLastKnownPrice, aRule } from '../../../market/price-rules/testing/a-rule.js'
import type { Store } from '../../store.js'

export const hostileTexts = [
  `O'Hara "the" \\ {NULL,"a"}`,
  '👩‍👩‍👧 Ґанок Straße ΑΣ',
  'one\u0001two\u007f',
  'line\r\nline\ttab',
  '\u202eright to left\u200f',
  'NULL',
  '',
  ` $1 ? ); DROP TABLE account; -- `,
  'long'.repeat(30_000),
  '\ufeff\u{10ffff}\u2028',
]

export const startMs = Date.UTC(2026, 10, 17)
export const historyDays = 4
const people = 40
const atMs = startMs + historyDays * 86_400_000

export async function fillStore(store: Store, secretBox: SecretBox, random: Random): Promise<void> {
  await fillPeople(store, secretBox, random)
  await fillWebhooks(store, secretBox, random)
  await fillMarket(store, random)
  await store.reporters.add(aReporter({ id: `O'Hara "the"` }))
  await store.setMeta('prices', 'real')
  await store.setMeta('hostile', random.pick(hostileTexts))
  await acceptKey(secretBox, store)
  await store.probe()
}

async function fillPeople(store: Store, secretBox: SecretBox, random: Random) {
  const {
    keys,
    logins,
    sessions,
    recentLogIns,
    secondFactors,
    links,
    invites,
    inboxes,
    rules,
    boards,
    usage,
    idempotency,
  } = store
  for (let one = 0; one < people; one += 1) {
    const accountId = `acc_${one}`
    const code = one % 3 === 0 ? { digest: `code ${one}`, endsAtMs: atMs } : null
    await inboxes.create(anInbox({ id: `in_${one}`, accountId, name: nameOf(one), code }), 5)
    await rules.create(aRule({ id: `ru_${one}`, accountId, name: nameOf(one) }), 5)
    await boards.create(aBoard({ id: `bo_${one}`, accountId, title: nameOf(one), rules: [`ru_${one}`] }), 5)
    if (one % 2 === 0) await rules.saveLastKnownPrices([aLastKnownPrice({ ruleId: `ru_${one}`, version: one })])
    const account = { id: accountId, name: nameOf(one), plan: 'Pro', createdAtMs: atMs - one } as const
    const password = `secret ${random.next()}` as PasswordDigest
    if (one % 2 === 0) await keys.saveAccount(account)
    else {
      const isAdmin = one === 1
      await logins.create(account, { accountId, email: `${one}ß'"@example.com`, password, isAdmin })
      const times = { createdAtMs: atMs, usedAtMs: atMs + 1, endsAtMs: atMs + 9 }
      await sessions.createSession(aSession(`session ${random.next()}`, { accountId, ...times }), password)
      for (const succeeded of [true, false])
        await recentLogIns.add({ accountId, atMs: atMs + one, network: `192.0.2.${one}`, succeeded })
      await secondFactors.turnOn({
        accountId,
        sealedSecret: secretBox.seal(`factor ${one}`, accountId),
        usedStep: one,
        recovery: Array.from({ length: one % 10 }, (_, code) => `${one}.${code}` as RecoveryDigest),
        createdAtMs: atMs,
      })
      await links.save({ digest: `link ${one}` as LinkDigest, purpose: 'reset', accountId, endsAtMs: atMs + 9 })
    }
    await keys.saveKey(
      {
        id: `key_${one}`,
        accountId,
        digest: `digest ${one}` as KeyDigest,
        prefix: 'p2p_',
        label: one % 3 === 0 ? null : nameOf(one),
        createdAtMs: atMs,
        revokedAtMs: one % 5 === 0 ? atMs + 1 : null,
      },
      5,
    )
    const note = one % 2 === 0 ? null : nameOf(one)
    const usedAtMs = one % 4 === 0 ? atMs : null
    const digest = `invite ${one}` as LinkDigest
    await invites.save({ id: `inv_${one}`, digest, plan: 'Free', note, createdAtMs: one, endsAtMs: 9, usedAtMs })
    const request = { accountId, key: nameOf(one), fingerprint: 'f', operationId: `op_${one}`, createdAtMs: atMs }
    const begun = await idempotency.reserveKey({ ...request, answer: null }, { keptMs: 9, leaseMs: 1 })
    if (one % 2 === 0) await idempotency.finish({ ...begun.record, answer: { status: 201, body: nameOf(one) } })
  }
  await keys.deleteAccount('acc_3', atMs)
  await keys.deleteAccount('acc_4', atMs)
  // More rows than one page has.
  await usage.add(
    Array.from({ length: 1_203 }, (_, at) => ({
      accountId: `acc_${at % people}`,
      keyId: `key_${at}`,
      day: `2026-1${at % 2}-${10 + (at % 19)}`,
      endpoint: random.pick(['rates', 'orderbook']),
      requests: 3 + random.below(2 ** 31),
      counted: 2,
      errors: 1,
      limited: 0,
      lastAtMs: atMs + at,
    })),
  )
}

async function fillWebhooks({ webhooks }: Store, secretBox: SecretBox, random: Random) {
  for (let one = 0; one < 12; one += 1) {
    const id = `wh_${one}`
    const previousSecret = one % 3 === 0 ? { sealed: secretBox.seal('previous', id), untilMs: atMs + 9 } : null
    const sealedSecret = secretBox.seal(`secret ${one}`, id)
    const facts = { id, accountId: `acc_${one}`, description: nameOf(one), sealedSecret, previousSecret }
    await webhooks.create(aWebhook({ ...facts, enabled: one % 4 !== 0 }), 20)
  }
  // Neither their ids nor their times are in the order in which they came up.
  for (let at = 0; at < 700; at += 1)
    await webhooks.save(
      [],
      [
        aDelivery({
          id: `dl_${random.below(2 ** 31)}`,
          webhookId: `wh_${random.below(12)}`,
          createdAtMs: atMs - random.below(100),
          body: JSON.stringify({ text: nameOf(at).slice(0, 200) }),
          state: random.pick(['pending', 'pending', 'delivered', 'exhausted']),
        }),
      ],
    )
  await webhooks.claim('wh_1', 60_000)
  await webhooks.saveLastValues('UAH', new Map([['wh_1', 41.123_456_789]]))
}

async function fillMarket({ sources, history, uptime, hourly, fixings, officials, track }: Store, random: Random) {
  await sources.saveBackOff({ exchange: 'okx', kind: 'timeout', faultsInARow: 2, notBeforeMs: atMs })
  for (const fiat of ['UAH', 'EUR'])
    for (const side of ['BUY', 'SELL'] as const) {
      const place = { exchange: 'okx', fiat, side, observedAtMs: atMs }
      await sources.saveBoards(
        [{ ...place, ads: [] }],
        [{ ...place, centre: null, previous: null, offers: [], paying: [] }],
      )
    }
  await sources.nextPublications(new Map([['UAH', 7]]))
  for (let minute = 0; minute < 40; minute += 1)
    await uptime.add({ startMs: atMs + minute * 60_000, glances: [aStatusSample(), aStatusSample({ fiat: 'EUR' })] })
  for (let hour = 0; hour < 30; hour += 1) {
    const compressed = Uint8Array.from({ length: 1 + random.below(9_000) }, () => random.below(256))
    await hourly.saveHour(hour % 2 === 0 ? 'UAH' : 'EUR', {
      judgedAtMs: atMs + hour * 3_600_000 + random.below(9),
      compressed,
    })
  }
  for (const fiat of ['UAH', 'EUR'])
    for (let day = 10; day < 16; day += 1) {
      const end = await fixings.lastEntry(fiat)
      const value = random.integer(1, 10 ** 7) / 10_000
      const facts = { value, confidence: 'low', sources: 1, slots: 7, madeAtMs: atMs } as const
      const correction = day === 12 ? nameOf(day).slice(0, 200) : null
      const fixed = { ...facts, day: `2026-11-${day === 12 ? 11 : day}`, correction }
      const slot = { at: new Date(atMs + day * 300_000).toISOString(), confidence: 'low', sources: [] } as const
      const inputs = day < 13 ? undefined : { ...firstFixingState(true), slots: [slot] }
      await fixings.appendFixings([nextFixingEntry(end, fiat, fixed, inputs)], end)
      await fixings.saveSlots(fiat, [slot])
    }
  for (const fiat of ['UAH', 'EUR'])
    await track.saveTrackDays([aTrackDay({ fiat }), aTrackDay({ fiat, day: '2026-11-22' })])
  await officials.write(
    Array.from({ length: 40 }, (_, day) => ({
      ...{ fiat: day % 2 === 0 ? 'UAH' : 'EUR', day: `2026-10-${String(10 + (day % 20))}`, bank: `bank ${day % 3}` },
      ...{ rate: random.integer(1, 10 ** 7) / 3, source: nameOf(day).slice(0, 200), readAtMs: atMs + day },
    })),
  )
  const entries = () =>
    seriesKeys.map((key) => ({ ...key, buy: price(random), sell: price(random), buyAds: random.below(99), sellAds: 1 }))
  const slots = Array.from({ length: historyDays * 24 }, (_, hour) => ({
    slotMs: startMs + hour * 12 * slotMs,
    entries: entries(),
  }))
  await history.load(slots)
  for (let slot = 0; slot < 5; slot += 1) await history.append(atMs + slot * slotMs, entries())
}

export const seriesKeys = ['UAH', 'EUR'].flatMap((fiat) =>
  ['best', 'okx', 'binance'].map((exchange) => ({ fiat, exchange })),
)

const price = (random: Random): number | null => (random.chance(0.1) ? null : random.integer(1, 10 ** 7) / 10_000)

const nameOf = (one: number): string => `${one} ${hostileTexts[one % hostileTexts.length] ?? ''}`
