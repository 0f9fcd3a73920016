import { writeFileSync } from 'node:fs'
import { fitHonour } from './fit-honour.js'

const file = new URL('../../packages/core/src/honour/honour-numbers.ts', import.meta.url)

const line = (numbers: Readonly<Record<string, number>>): string =>
  Object.entries(numbers)
    .map(([name, value]) => `    ${name}: ${value},\n`)
    .join('')

if (process.argv[2] !== 'honour') {
  console.error('pnpm fit honour   fits the numbers of the 90 % interval to simulated markets')
  process.exit(2)
}
const { ad, front } = fitHonour()
writeFileSync(
  file,
  `/** Fitted by \`pnpm fit honour\` to simulated markets; \`pnpm prove interval\` repeats the fit and compares. */
export const honourNumbers = {
  ad: {
${line(ad)}  },
  front: {
${line(front)}  },
}
`,
)
