// Loaded into a server before it starts: tells on SIGUSR2 how long its event loop has stood still since the last time.
import { writeFileSync } from 'node:fs'

let atMs = performance.now()
let cpu = process.cpuUsage()
let wallMs = 0
let workMs = 0

setInterval(() => {
  const nowMs = performance.now()
  const { user, system } = process.cpuUsage(cpu)
  cpu = process.cpuUsage()
  const turnMs = nowMs - atMs
  atMs = nowMs
  wallMs = Math.max(wallMs, turnMs)
  // On a shared machine a process also stands still because others run.
  workMs = Math.max(workMs, Math.min(turnMs, (user + system) / 1000))
}, 1).unref()

process.on('SIGUSR2', () => {
  writeFileSync(process.env.BENCH_LOOP_FILE, JSON.stringify({ wallMs, workMs }))
  wallMs = 0
  workMs = 0
})
