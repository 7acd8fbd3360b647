// Metrics for the operator: counts that modules report, and values that are measured on request. Measurements are
// limited, and simultaneous requests share one.
import { stat } from 'node:fs/promises'
import type { BackupStatus } from '../backups/actions.ts'
import { readDepths } from '../../base/queue/depth.ts'
import type { RelayStatus } from '../../base/net/relay-status.ts'
import type { Database } from '../../base/store/database.ts'
import { freeBytesOnDiskOf } from '../../base/store/disk-monitor.ts'
import type { CounterName } from '../../base/store/counter-names.ts'
import { exposition, type Family } from './exposition.ts'
import { familiesOf, type QueueReadings } from './families.ts'
import { Histogram } from './histogram.ts'
import { RequestMetrics } from './requests.ts'

interface Sources {
  database: Database
  /** `undefined`: the database is a server with its own metrics. */
  database_file: string | undefined
  /** Number of running jobs by kind. */
  inHand: () => Readonly<Record<string, number>>
  /** Number of processes that run jobs; `undefined` if there is only one. */
  workers: () => number | undefined
  /** Number of automation runs in progress. */
  countRunning: () => Promise<number>
  relay: () => RelayStatus | undefined
  /** State of the scheduled backups; `undefined`: none are scheduled. */
  backups: () => BackupStatus | undefined
  /** The checks of /readyz; each resolves to true when it passes. */
  checks: Readonly<Record<string, () => Promise<boolean>>>
  build: Readonly<Record<string, string>>
  now: () => Date
}

export interface Metrics {
  /** Counts one completed request. */
  answered(operation: string | undefined, status: number, duration_ms: number): void
  /** All metrics. */
  families(): Promise<Family[]>
  /** All metrics in the text format. */
  read(): Promise<string>
  stop(): void
}

/** Jobs and runs are counted at most once within this time, regardless of the number of requests. */
const DEPTHS_GOOD_FOR_MS = 1000
const TICK_MS = 20
const DELAYS_S = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5]

/** Starts measuring. */
export function createMetrics(sources: Sources): Metrics {
  const requests = new RequestMetrics()
  const counts = new Map<CounterName, number>()
  sources.database.onCounted = counted => {
    for (const { what, times } of counted) counts.set(what, (counts.get(what) ?? 0) + times)
  }
  const delays = new Histogram(DELAYS_S)
  const ticking = noteDelays(delays)
  const depths = recently(() => readQueue(sources), DEPTHS_GOOD_FOR_MS)
  const runs = recently(() => readRunning(sources), DEPTHS_GOOD_FOR_MS)
  const families = async (): Promise<Family[]> => {
    const [queue, running, checks, files, disk_free] = await Promise.all([
      depths(),
      runs(),
      runChecks(sources.checks),
      ofFile(sources.database_file, sizes),
      ofFile(sources.database_file, freeBytesOnDiskOf),
    ])
    const { workers, relay, backups, now, build } = sources
    const all = {
      counts,
      queue,
      workers: workers(),
      running,
      now: now(),
      relay: relay(),
      backups: backups(),
      checks,
      files,
      disk_free,
      process: processFamilies(),
      build,
    }
    return [...requests.families(), delayFamily(delays), ...familiesOf(all)]
  }
  return {
    answered: (operation, status, duration_ms) => requests.note(operation, status, duration_ms),
    families,
    read: recently(async () => exposition(await families()), 0),
    stop: () => clearInterval(ticking),
  }
}

/** Simultaneous requests, and those within `good_for_ms` afterwards, share one measurement. */
function recently<T>(read: () => Promise<T>, good_for_ms: number): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | undefined
  return () => {
    if (last && performance.now() < last.until) return last.answer
    const asked = { answer: read(), until: Infinity }
    last = asked
    const over = (): void => void (asked.until = performance.now() + good_for_ms)
    asked.answer.then(over, over)
    return asked.answer
  }
}

/** Measures the delay of a timer: all other work of the event loop is delayed by as much. */
function noteDelays(delays: Histogram): NodeJS.Timeout {
  let last = performance.now()
  return setInterval(() => {
    const now = performance.now()
    delays.note(Math.max(0, now - last - TICK_MS) / 1000)
    last = now
  }, TICK_MS).unref()
}

function delayFamily(delays: Histogram): Family {
  return {
    name: 'lettermill_event_loop_delay_seconds',
    type: 'histogram',
    help: `How late a timer of ${TICK_MS} ms comes.`,
    samples: [delays.sample()],
  }
}

async function readQueue({ database, inHand, now }: Sources): Promise<Map<string, QueueReadings> | undefined> {
  try {
    const depths = await readDepths(database, now())
    const in_hand = inHand()
    return new Map([...depths].map(([kind, depth]) => [kind, { ...depth, in_hand: in_hand[kind] ?? 0 }]))
  } catch {
    // the checks of /readyz report database failures
    return undefined
  }
}

async function readRunning({ countRunning }: Sources): Promise<number | undefined> {
  return countRunning().catch(() => undefined)
}

async function runChecks(checks: Sources['checks']): Promise<Record<string, boolean>> {
  const found = Object.entries(checks).map(async ([name, check]) => [name, await check().catch(() => false)] as const)
  return Object.fromEntries(await Promise.all(found))
}

async function ofFile<T>(file: string | undefined, read: (file: string) => Promise<T>): Promise<T | undefined> {
  return file === undefined ? undefined : read(file)
}

async function sizes(file: string): Promise<{ database: number; log: number }> {
  const [database, log] = await Promise.all([file, `${file}-wal`].map(sizeOf))
  return { database: database!, log: log! }
}

async function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    ({ size }) => size,
    () => 0,
  )
}

/** Uses the names that other servers on Node use. */
function processFamilies(): Family[] {
  const plain = (name: string, help: string, value: number): Family => {
    return { name, type: name.endsWith('_total') ? 'counter' : 'gauge', help, samples: [{ value }] }
  }
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed, external } = process.memoryUsage()
  const busy_s = performance.eventLoopUtilization().active / 1000
  return [
    plain('lettermill_event_loop_busy_seconds_total', 'Time in which the event loop had work.', busy_s),
    plain('process_cpu_seconds_total', 'CPU time of the process, all threads.', (user + system) / 1e6),
    plain('process_start_time_seconds', 'When the process was started.', performance.timeOrigin / 1000),
    plain('process_resident_memory_bytes', 'Memory that the process has.', rss),
    plain('nodejs_heap_size_used_bytes', 'Of it, objects of the main thread.', heapUsed),
    plain('nodejs_external_memory_bytes', 'Of it, buffers and the like.', external),
  ]
}
