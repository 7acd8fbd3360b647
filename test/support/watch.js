// Loaded into a server before anything else: answers how long its event loop was held and how much memory it took at
// most. Plain JavaScript, so that it costs nothing.
import { monitorEventLoopDelay } from 'node:perf_hooks'

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', message => {
  if (message === 'reset') delay.reset()
  // of all threads, and the most there ever was
  process.send?.({
    held_ms: delay.max / 1e6,
    rss_mb: process.memoryUsage.rss() / 1e6,
    peak_mb: process.resourceUsage().maxRSS / 1e3,
  })
})
process.channel?.unref()
