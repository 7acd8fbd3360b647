// A mail server in a separate process, which reports how fast emails arrived.
import { mailSink } from '../support/mail-sink.ts'

const times_ms: number[] = []
/** When the last email to an address started, by the machine's clock. */
const begun_ms = new Map<string, number>()
const sink = await mailSink({
  latency_ms: Number(process.env.LATENCY_MS),
  recipient: address => void begun_ms.set(address, Date.now()),
  message: () => void times_ms.push(performance.now()),
})

process.on('message', (message: string | { begun: string[] }) => {
  if (typeof message === 'object') {
    const begun = message.begun.flatMap(address => (begun_ms.has(address) ? [[address, begun_ms.get(address)]] : []))
    process.send?.({ begun: Object.fromEntries(begun) })
  }
  if (message === 'url') process.send?.({ url: sink.url })
  if (message === 'arrivals') process.send?.({ arrivals: { count: times_ms.length, span_ms: spanMs() } })
})

function spanMs(): number {
  return times_ms.length < 2 ? 0 : times_ms.at(-1)! - times_ms[0]!
}
