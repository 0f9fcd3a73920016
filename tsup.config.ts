import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

/** Every package builds from its own folder with this one file; what differs stands in this table. */
const shapes: Record<string, { entry: Record<string, string>; format: ('esm' | 'cjs')[]; bin?: true }> = {
  '@p2p-rates/core': { entry: { index: 'src/index.ts', 'node/index': 'src/node/index.ts' }, format: ['esm', 'cjs'] },
  '@p2p-rates/contract': { entry: { index: 'src/index.ts' }, format: ['esm', 'cjs'] },
  '@p2p-rates/server': { entry: { index: 'src/index.ts', main: 'src/main.ts' }, format: ['esm'] },
  '@p2p-rates/simulator': { entry: { index: 'src/index.ts', main: 'src/main.ts' }, format: ['esm'] },
}

const { name } = JSON.parse(readFileSync('package.json', 'utf8')) as { name: string }
const shape = shapes[name]
if (shape === undefined) throw new Error(`tsup.config.ts does not know ${name}`)

export default defineConfig({
  entry: shape.entry,
  format: shape.format,
  target: 'node20',
  platform: 'node',
  dts: { compilerOptions: { paths: {} } },
  clean: true,
  splitting: shape.format.length === 1,
  sourcemap: true,
})
