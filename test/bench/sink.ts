// A mail server in a process of its own, which says how fast mail came in.
import { mailSink } from '../support/mail-sink.ts'

const times_ms: number[] = []
const sink = await mailSink({
  latency_ms: Number(process.env.LATENCY_MS),
  message: () => void times_ms.push(performance.now()),
})

process.on('message', message => {
  if (message === 'url') process.send?.({ url: sink.url })
  if (message === 'arrivals') process.send?.({ arrivals: { count: times_ms.length, span_ms: spanMs() } })
})

function spanMs(): number {
  return times_ms.length < 2 ? 0 : times_ms.at(-1)! - times_ms[0]!
}
