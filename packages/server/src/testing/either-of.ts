import type { Random } from '@p2p-rates/core/internal'

export type OpenTwo<Port> = () => Promise<readonly [Port, Port]>

/** Two instances as one: every call goes to either, by chance. What one of them believes to know alone is found out. */
export const eitherOf = <Port extends object>(both: readonly [Port, Port], random: Random): Port =>
  new Proxy(both[0], { get: (_, name) => Reflect.get(random.pick(both), name) })
