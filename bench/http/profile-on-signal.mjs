// Loaded before the server that is measured: a SIGUSR2 writes what the next seconds went into to BENCH_PROFILE.
import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'

process.on('SIGUSR2', () => {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: 200 })
  session.post('Profiler.start')
  const before = process.cpuUsage()
  setTimeout(() => {
    const { user, system } = process.cpuUsage(before)
    session.post('Profiler.stop', (_, { profile }) => {
      writeFileSync(`${process.env.BENCH_PROFILE}.part`, JSON.stringify({ profile, cpuUs: user + system }))
      renameSync(`${process.env.BENCH_PROFILE}.part`, process.env.BENCH_PROFILE)
      session.disconnect()
    })
  }, Number(process.env.BENCH_PROFILE_MS))
})
