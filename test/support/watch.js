// Loaded into a server before anything else: answers for how much processor time its event loop was held, whatever else the
// machine did meanwhile, and how much memory it took at most. Plain JavaScript, so that it costs nothing.
let held_ms = 0
let last_ms = spent_ms()
setInterval(() => {
  const now_ms = spent_ms()
  held_ms = Math.max(held_ms, now_ms - last_ms)
  last_ms = now_ms
}, 2).unref()

function spent_ms() {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

process.on('message', message => {
  if (message === 'reset') held_ms = 0
  // of all threads, and the most there ever was
  process.send?.({
    held_ms,
    rss_mb: process.memoryUsage.rss() / 1e6,
    peak_mb: process.resourceUsage().maxRSS / 1e3,
  })
})
process.channel?.unref()
