// Loaded into a measured process before anything else: answers what it has used so far.
export interface Usage {
  /** User and system time of all threads. */
  cpu_us: number
  rss_bytes: number
}

process.on('message', message => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({
    usage: {
      cpu_us: process.env.SPLIT === 'user' ? user : process.env.SPLIT === 'system' ? system : user + system,
      rss_bytes: process.memoryUsage.rss(),
    },
  })
})
process.channel?.unref()
