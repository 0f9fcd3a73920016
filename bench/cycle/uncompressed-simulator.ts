// Simulated exchanges that do not compress, announced like those of the simulator's own program.
import { startSimulator } from '@p2p-rates/simulator'

const simulator = await startSimulator({ seed: Number(process.argv[2]), compression: 'none' })
for (const [exchange, url] of Object.entries(simulator.baseUrls)) console.log(`${exchange} ${url}`)
