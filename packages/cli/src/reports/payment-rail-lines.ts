import type { Rates } from '@p2p-rates/sdk'
import { exchangeName } from '../exchange-names.js'
import { drawTable, type RenderOptions } from '../render/draw-table.js'
import { tableOf } from '../render/table.js'
import { say } from '../words/say.js'

export function paymentRailLines({ rails }: Pick<Rates, 'rails'>, look: RenderOptions): string[] {
  if (rails === undefined) return []
  const sides = [
    [say('you buy at'), say('when you pay with'), rails.buy],
    [say('you sell at'), say('when you are paid with'), rails.sell],
  ] as const
  return sides.flatMap(([price, ways, rows]) =>
    rows.length === 0
      ? []
      : [
          '',
          ...drawTable(
            tableOf(rows, [
              { name: price, kind: 'price', value: (rail) => rail.price },
              { name: 'on', value: ({ exchange }) => exchangeName(exchange) },
              { name: 'ads', kind: 'count' },
              { name: ways, wraps: true, value: ({ methods }) => methods },
            ]),
            look,
          ),
        ],
  )
}
