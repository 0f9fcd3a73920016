type Sample<Name extends string> = {
  readonly evidence: Readonly<Record<Name, number>>
  /** Observed share of successes, 0 to 1. */
  readonly share: number
  readonly weight: number
}

/** Logistic regression by Newton's method. The ridge keeps numbers without evidence at 0. */
export function fitLogistic<Name extends string>(
  samples: readonly Sample<Name>[],
  numbers: Readonly<Record<Name, number>>,
): Record<Name, number> {
  const names = Object.keys(numbers) as Name[]
  const rows = samples.map(({ evidence, share, weight }) => ({ x: names.map((name) => evidence[name]), share, weight }))
  let weights: number[] = names.map(() => 0)
  for (let step = 0; step < steps; step += 1) {
    const gradient: number[] = weights.map((weight) => -ridge * weight)
    const curvature: number[][] = names.map((_, at) => names.map((_, to) => (at === to ? ridge : 0)))
    for (const { x, share, weight } of rows) {
      const chance = 1 / (1 + Math.exp(-dot(x, weights)))
      const slope = weight * chance * (1 - chance)
      x.forEach((value, at) => {
        gradient[at] = (gradient[at] ?? 0) + weight * (share - chance) * value
        const row = curvature[at] ?? []
        x.forEach((other, to) => {
          row[to] = (row[to] ?? 0) + slope * value * other
        })
      })
    }
    const change = solve(curvature, gradient)
    weights = weights.map((weight, at) => weight + (change[at] ?? 0))
  }
  return Object.fromEntries(names.map((name, at) => [name, weights[at] ?? 0])) as Record<Name, number>
}

const steps = 20
const ridge = 1

const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

/** Gauss-Jordan elimination with pivots. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0])
  for (let at = 0; at < rows.length; at += 1) {
    const [pivot = []] = rows.slice(at).toSorted((a, b) => Math.abs(b[at] ?? 0) - Math.abs(a[at] ?? 0))
    rows.splice(rows.indexOf(pivot), 1)
    rows.splice(
      at,
      0,
      pivot.map((value) => value / (pivot[at] ?? 1)),
    )
    rows.forEach((row, other) => {
      if (other !== at) rows[other] = row.map((value, to) => value - (row[at] ?? 0) * (rows[at]?.[to] ?? 0))
    })
  }
  return rows.map((row) => row.at(-1) ?? 0)
}
