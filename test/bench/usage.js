// Loaded into a measured process before anything else: answers what it has used so far. Plain JavaScript, as loading
// what reads TypeScript would cost more than what is measured.
import { monitorEventLoopDelay } from 'node:perf_hooks'

let delay

process.on('message', message => {
  if (message === 'flights') return void tellFlights()
  if (message === 'watch') return watch()
  if (message === 'held') return void process.send?.({ held_ms: delay.max / 1e6 })
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const main = process.threadCpuUsage()
  const usage = { cpu_us: user + system, main_us: main.user + main.system, rss_bytes: process.memoryUsage.rss() }
  process.send?.({ usage })
})
// nothing outlives the bench
process.on('disconnect', () => process.exit())
process.channel?.unref()

/** From now on, for how long the event loop is held. */
function watch() {
  delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  process.send?.({ watching: true })
}

/** How often it has asked PostgreSQL. */
async function tellFlights() {
  const { Link } = await import('../../src/base/store/postgres/link.ts')
  process.send?.({ flights: Link.flights })
}
