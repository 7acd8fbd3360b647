// Preloaded into a server: reports the longest CPU time that blocked its event loop, independent of other load on the
// machine, and its peak memory. Plain JavaScript, so that loading it costs nothing.
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
  // the memory of all threads, and its peak
  process.send?.({
    held_ms,
    rss_mb: process.memoryUsage.rss() / 1e6,
    peak_mb: process.resourceUsage().maxRSS / 1e3,
  })
})
process.channel?.unref()
