import type { Propagated } from '../cluster/membership.js'
import type { Operator } from './operator.js'
import { withOperator } from './with-operator.js'

export const withPropagation = <Result>(
  change: (operator: Operator) => Promise<Result>,
): Promise<[result: Result, acted: string]> =>
  withOperator(async (operator) => [await change(operator), actedNote(await operator.acted())])

function actedNote(acted: Propagated | null): string {
  if (acted === null) return ''
  const note = ` Acted on by ${acted.acted} of ${acted.of} ${acted.of === 1 ? 'server' : 'servers'}.`
  return acted.silent.length === 0 ? note : `${note} Not yet, within a second: ${acted.silent.join(', ')}.`
}
