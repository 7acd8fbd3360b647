// Measures the import of a file of contacts: rows per second from the response to the end, with the CPU time per row.
import { setTimeout as pause } from 'node:timers/promises'
import { endOf, seenImport, sendFile } from '../support/imports.ts'
import { type Child, child, listening } from './child.ts'
import { KEY } from './seed.ts'

/** The time until the startup work is over, including its allocations. */
const STARTED_AFTER_MS = 5000
const START = '../../src/start.js'

export interface MeasuredImport {
  per_second: number
  /** CPU time of all threads, and of the event loop's thread. */
  cpu_us: number
  main_us: number
  /** The maximum memory beyond the initial one. */
  grown_mb: number
  held_ms: number
}

/** On the database in `env`, with addresses in random order. */
export async function measuredImport(
  env: Record<string, string> & { PORT: string },
  count = 200_000,
): Promise<MeasuredImport> {
  const server: Child = child(START, { ...env, LOG_LEVEL: 'error' })
  await listening(Number(env.PORT))
  await pause(STARTED_AFTER_MS)
  const at = { url: `http://127.0.0.1:${env.PORT}`, key: KEY }
  const rows = Array.from({ length: count }, (_each, row) => `${shuffled(row)}@example.com,Person ${row},Example`)
  // one-time work is not part of the cost of a row
  const first = await sendFile(at, { file: `email,first_name\n${rows.slice(0, 1000).join('\n')}` })
  await endOf(at, first.body.id)
  const before = await server.usage()
  const { body } = await sendFile(at, { file: `email,first_name,last_name\n${rows.join('\n')}` })
  await server.ask('watch', 'watching')
  const [sent, began] = [await server.usage(), performance.now()]
  let most = 0
  while ((await seenImport(at, body.id)).completed_at === null) {
    most = Math.max(most, (await server.usage()).rss_bytes)
    await pause(100)
  }
  const took_ms = performance.now() - began
  const after = await server.usage()
  const held_ms: number = await server.ask('held', 'held_ms')
  await server.stop()
  return {
    held_ms,
    per_second: (count * 1000) / took_ms,
    cpu_us: (after.cpu_us - sent.cpu_us) / count,
    main_us: (after.main_us - sent.main_us) / count,
    grown_mb: (most - before.rss_bytes) / 1e6,
  }
}

/** In an order that no index has. */
const shuffled = (row: number): string => ((row * 2_654_435_761) % 4_294_967_296).toString(36)
