// Loaded into a measured process before anything else: answers what it has used so far. Plain JavaScript, as loading
// what reads TypeScript would cost more than what is measured.
process.on('message', message => {
  if (message === 'flights') return void tellFlights()
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  const main = process.threadCpuUsage()
  const usage = { cpu_us: user + system, main_us: main.user + main.system, rss_bytes: process.memoryUsage.rss() }
  process.send?.({ usage })
})
// nothing outlives the bench
process.on('disconnect', () => process.exit())
process.channel?.unref()

/** How often it has asked PostgreSQL. */
async function tellFlights() {
  const { Link } = await import('../../src/store/postgres/link.ts')
  process.send?.({ flights: Link.flights })
}
