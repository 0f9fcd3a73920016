import { type PlanName, planNames } from '@p2p-rates/contract'
import { fiats } from '@p2p-rates/core'
import { readDecimal } from '@p2p-rates/core/internal'
import type { ApiKey } from '../accounts/account-and-key-store.js'
import type { AccountAdministration } from '../accounts/open-accounts.js'
import { byOperator } from '../accounts/security-events.js'
import { refuseOtherKey, type SecretBox } from '../alerts/webhooks/master-key.js'
import { OperatorError } from '../base/errors/operator-errors.js'
import type { Clock } from '../base/time/clock.js'
import type { Propagated } from '../cluster/membership.js'
import type { CorrectFixing, Correction, NewestFixings } from '../history/daily-index/fixing-chain.js'
import type { createReporterRegistry, ReporterInput } from '../ingest/agents/reporter.js'
import type { ReportStep, Restored, Store } from '../storage/store.js'

export type OperatorPorts = AccountAdministration & {
  readonly correctFixing: CorrectFixing
  readonly newestFixings: NewestFixings
  readonly registry: ReturnType<typeof createReporterRegistry>
  /** Number of servers that have applied all earlier changes; null if this is the only server. */
  readonly acted: () => Promise<Propagated | null>
  readonly restoring: {
    readonly store: Pick<Store, 'restore'>
    readonly secretBox: () => SecretBox
    readonly clock: Clock
    /** Flushes pending writes that belong to the old data. */
    readonly before: () => Promise<void>
    readonly tell: (event: { readonly kind: 'data_replaced' }) => void | Promise<void>
  }
}

/** The operator's commands. The control socket passes a command and its words on as JSON. */
const commands = {
  accounts: ({ management }: OperatorPorts) => management.list(),
  createAccount: async ({ management }: OperatorPorts, name: string, plan: string) =>
    management.create(readText(name), readPlan(plan)),
  /** Keys of one account; null for all. */
  keys: async ({ keys }: OperatorPorts, accountId: string | null) =>
    (await keys.list({ kind: 'operator', accountId })).map(viewOf),
  createKey: async ({ keys }: OperatorPorts, accountId: string, label: string | null) => {
    const { key, record } = await keys.create({ kind: 'operator', accountId }, label === null ? null : readText(label))
    return { key, record: viewOf(record) }
  },
  /** In force once resolved; `state` says whether it is durable. */
  revokeKey: async ({ keys }: OperatorPorts, keyId: string) => {
    const { state, ...key } = await keys.revoke({ kind: 'operator', accountId: null }, keyId)
    return { ...viewOf(key), state }
  },
  setPlan: async ({ management }: OperatorPorts, accountId: string, plan: string) =>
    management.setPlan(operator, accountId, readPlan(plan)),
  /** Ends its keys, deletes its webhooks and erases its name. Resolves with the ended keys. */
  deleteAccount: async ({ management }: OperatorPorts, accountId: string) =>
    (await management.delete(operator, accountId)).map(viewOf),
  /** For a user who lost the app and the recovery codes: the password alone is enough afterwards. */
  removeSecondFactor: ({ logInHelp }: OperatorPorts, email: string) => logInHelp.removeSecondFactor(email),
  /** Link that creates the first admin. Replaces an earlier link. */
  setupLink: ({ logInHelp }: OperatorPorts) => logInHelp.setupLink(),
  resetLink: ({ logInHelp }: OperatorPorts, email: string) => logInHelp.resetLink(email),
  loginLink: ({ logInHelp }: OperatorPorts, email: string) => logInHelp.loginLink(email),
  correctFixing: async ({ correctFixing, report }: OperatorPorts, wanted: CorrectionInput) => {
    const entry = await correctFixing(readCorrection(wanted))
    report({ event: 'fixing_corrected', ...byOperator })
    return entry
  },
  newestFixings: ({ newestFixings }: OperatorPorts) => newestFixings(),
  reporters: ({ registry }: OperatorPorts) => registry.reporters(),
  addReporter: async ({ registry, report }: OperatorPorts, wanted: ReporterInput) => {
    const added = await registry.addReporter(wanted)
    report({ event: 'collector_added', collector: added.id, ...byOperator })
    return added
  },
  /** Once resolved, its next request is rejected. */
  removeReporter: async ({ registry, report }: OperatorPorts, id: string) => {
    await registry.removeReporter(id)
    report({ event: 'collector_removed', collector: id, ...byOperator })
  },
  acted: ({ acted }: OperatorPorts) => acted(),
  restore: async (ports: OperatorPorts, file: string, wish: { readonly keepEnded: boolean }, tellStep?: ReportStep) => {
    const restored = await restore(ports.restoring, file, wish, tellStep)
    ports.report({ event: 'data_restored', ...byOperator })
    return restored
  },
}

type Commands = typeof commands
type WordsOf<Command> = Command extends (ports: OperatorPorts, ...words: infer Words) => unknown ? Words : never

export type Operator = {
  readonly [Name in keyof Commands]: (...words: WordsOf<Commands[Name]>) => ReturnType<Commands[Name]>
}

export const operatorOf = (
  carryOut: (name: string, command: Commands[keyof Commands]) => (...words: unknown[]) => unknown,
): Operator =>
  Object.fromEntries(Object.entries(commands).map(([name, command]) => [name, carryOut(name, command)])) as Operator

export const createOperator = (ports: OperatorPorts): Operator =>
  operatorOf(
    (_, command) =>
      (...words) =>
        Reflect.apply(command, null, [ports, ...words]),
  )

export const isCommand = (name: string): name is keyof Operator => Object.hasOwn(commands, name)

const operator = { kind: 'operator' } as const

/** Replaces all data by a backup, after pending writes were flushed. */
async function restore(
  { store, secretBox, clock, before, tell }: OperatorPorts['restoring'],
  file: string,
  { keepEnded }: { readonly keepEnded: boolean },
  tellStep: ReportStep | undefined,
): Promise<Restored> {
  await before()
  const restored = await store.restore(file, {
    nowMs: clock.wallMs(),
    keepEnded,
    check: (backup) => refuseOtherKey(secretBox(), file, backup),
    ...(tellStep && { tell: tellStep }),
  })
  await tell({ kind: 'data_replaced' })
  return restored
}

export type KeyView = ReturnType<typeof viewOf>

/** `lastUsedOn` is the UTC day of the key's last request; null if unused. */
const viewOf = ({ digest: _, lastUsedAtMs = null, ...view }: ApiKey & { readonly lastUsedAtMs?: number | null }) => ({
  ...view,
  lastUsedOn: lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString().slice(0, 10),
})

type CorrectionInput = Readonly<Record<keyof Correction, string>>

function readPlan(text: string): PlanName {
  const plan = planNames.find((name) => name.toLowerCase() === text.toLowerCase())
  if (plan === undefined) throw new OperatorError(`There is no plan "${text}"; the plans are ${planNames.join(', ')}.`)
  return plan
}

function readText(text: string, what = 'A name'): string {
  const plain = text.normalize('NFC').trim()
  if (plain === '' || plain.length > 100) throw new OperatorError(`${what} has 1 to 100 characters.`)
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(plain)) throw new OperatorError(`${what} has no control characters.`)
  return plain
}

function readCorrection(wanted: CorrectionInput): Correction {
  const { fiat, day } = wanted
  const value = readDecimal(wanted.value)
  if (!fiats.some((code) => code === fiat)) throw new OperatorError(`There is no currency ${fiat} here.`)
  if (value === null || value <= 0) throw new OperatorError(`${wanted.value} is no price.`)
  return { fiat, day, value, why: readText(wanted.why, 'A reason') }
}
