// Loaded into a measured process before anything else: reports its usage so far. Plain JavaScript, because loading
// TypeScript would cost more than the measured work.
import { monitorEventLoopDelay } from 'node:perf_hooks'

let delay
let turns
let longest_us = 0

process.on('message', message => {
  if (message === 'flights') return void tellFlights()
  if (message === 'watch') return watch()
  if (message === 'held') return void process.send?.({ held_ms: delay.max / 1e6, held_cpu_ms: longest_us / 1000 })
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const usage = { cpu_us: user + system, main_us: mainUs(), rss_bytes: process.memoryUsage.rss() }
  process.send?.({ usage })
})
// no process outlives the bench
process.on('disconnect', () => process.exit())
process.channel?.unref()

/** CPU time of the event loop's thread. */
function mainUs() {
  const { user, system } = process.threadCpuUsage()
  return user + system
}

/**
 * Measures from now on how long the event loop is blocked: elapsed time, and CPU time of its thread in one turn. Only
 * the latter does not depend on other load. It is exact to 4 ms, because the kernel counts in ticks.
 */
function watch() {
  delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  clearInterval(turns)
  longest_us = 0
  let before_us = mainUs()
  turns = setInterval(() => {
    const now_us = mainUs()
    longest_us = Math.max(longest_us, now_us - before_us)
    before_us = now_us
  }, 1)
  process.send?.({ watching: true })
}

/** The number of its round trips to PostgreSQL. */
async function tellFlights() {
  const { PostgresConnection } = await import('../../src/base/store/postgres/connection.ts')
  process.send?.({ flights: PostgresConnection.flights })
}
