// Converts the measurements for one request into metric families.
import type { RelayStatus } from '../../base/net/relay-status.ts'
import type { Depth } from '../../base/queue/depth.ts'
import type { Counted } from '../../base/store/counted.ts'
import { EMAILS, RUNS } from '../../base/store/counted.ts'
import type { Family, Sample } from './exposition.ts'

/** The state of the queue for one kind of job. */
export interface QueueState extends Depth {
  in_hand: number
}

interface Readings {
  counts: ReadonlyMap<Counted, number>
  /** `undefined` while the database cannot be read. */
  queue: ReadonlyMap<string, QueueState> | undefined
  /** Number of processes that run jobs; `undefined` if there is only one. */
  workers: number | undefined
  /** Number of automation runs in progress; `undefined` while the database cannot be read. */
  running: number | undefined
  now: Date
  /** `undefined` when mail is captured. */
  relay: RelayStatus | undefined
  checks: Readonly<Record<string, boolean>>
  /** `undefined` when no backups are scheduled. */
  backups: { state: string; newest_at: string | null } | undefined
  files: { database: number; log: number } | undefined
  /** Free bytes on the disk of the database. */
  disk_free: number | undefined
  process: ProcessReadings
  build: Readonly<Record<string, string>>
}

export interface ProcessReadings {
  cpu_s: number
  busy_s: number
  started_s: number
  resident: number
  heap: number
  external: number
}

export function familiesOf(readings: Readings): Family[] {
  const { files, disk_free, build } = readings
  return [
    ...countedFamilies(readings.counts),
    ...(readings.queue ? queueFamilies(readings.queue, readings.now) : []),
    gauge('workers', 'Running processes that run jobs of the same database.', optional(readings.workers)),
    gauge('automation_runs_running', 'Running automation runs.', optional(readings.running)),
    ...relayFamilies(readings.relay),
    gauge('check_ok', '1 if this check of /readyz succeeds, 0 otherwise.', labelled('check', readings.checks)),
    ...backupFamilies(readings.backups),
    gauge('database_bytes', 'Size of the database file and its log.', files ? labelled('file', files) : []),
    gauge('disk_free_bytes', 'Free space on the disk of the database.', optional(disk_free)),
    ...processFamilies(readings.process),
    gauge('build_info', 'Versions of Lettermill and Node.', [{ labels: build, value: 1 }]),
  ]
}

function countedFamilies(counts: Readings['counts']): Family[] {
  const samples = <Event extends string>(events: readonly Event[], key: (event: Event) => Counted): Sample[] =>
    events.map(event => ({ labels: { event }, value: counts.get(key(event)) ?? 0 }))
  return [
    {
      name: 'lettermill_emails_total',
      type: 'counter',
      help: 'Accepted emails and outcomes of delivery attempts.',
      samples: samples(EMAILS, event => `emails.${event}`),
    },
    {
      name: 'lettermill_automation_runs_total',
      type: 'counter',
      help: 'Started and ended automation runs.',
      samples: samples(RUNS, event => `automation_runs.${event}`),
    },
  ]
}

function queueFamilies(queue: ReadonlyMap<string, QueueState>, now: Date): Family[] {
  const kinds = [...queue]
  const jobs = kinds.flatMap(([kind, { due, waiting, in_hand, dead }]) =>
    Object.entries({ due, waiting, in_hand, dead }).map(([state, value]) => ({ labels: { kind, state }, value })),
  )
  const ages = kinds.map(([kind, { oldest_due_at }]) => {
    const late_ms = oldest_due_at === undefined ? 0 : now.getTime() - Date.parse(oldest_due_at)
    return { labels: { kind }, value: Math.max(0, late_ms) / 1000 }
  })
  return [
    gauge('queue_jobs', 'Jobs by kind and state: due, scheduled, running or dead.', jobs),
    gauge('queue_oldest_due_seconds', 'Seconds since the oldest job of a kind became due; 0 if none is due.', ages),
  ]
}

function relayFamilies(relay: RelayStatus | undefined): Family[] {
  const said = relay?.at != null ? { ...relay, at: relay.at } : undefined
  return [
    gauge('relay_up', '1 if the last use of the mail server succeeded, 0 otherwise.', optional(said && upOf(said))),
    gauge('relay_reply_code', 'Reply code of the last failure, if any.', optional(said?.code)),
    gauge('relay_answered_timestamp_seconds', 'Time of the last use.', optional(said && Date.parse(said.at) / 1000)),
  ]
}

function backupFamilies(backups: Readings['backups']): Family[] {
  if (!backups) return []
  const { state, newest_at } = backups
  const newest_s = newest_at === null ? undefined : Date.parse(newest_at) / 1000
  return [
    gauge('backup_ok', '0 if the last backup failed, 1 otherwise.', optional(Number(state !== 'failed'))),
    gauge('backup_newest_timestamp_seconds', 'Start time of the newest backup.', optional(newest_s)),
  ]
}

function upOf({ state }: RelayStatus): number {
  return state === 'up' ? 1 : 0
}

/** Uses the names that other servers on Node use. */
function processFamilies({ cpu_s, busy_s, started_s, resident, heap, external }: ProcessReadings): Family[] {
  const plain = (name: string, help: string, value: number): Family => {
    return { name, type: name.endsWith('_total') ? 'counter' : 'gauge', help, samples: [{ value }] }
  }
  return [
    plain('lettermill_event_loop_busy_seconds_total', 'Active time of the event loop.', busy_s),
    plain('process_cpu_seconds_total', 'CPU time of all threads of the process.', cpu_s),
    plain('process_start_time_seconds', 'Start time of the process.', started_s),
    plain('process_resident_memory_bytes', 'Resident memory of the process.', resident),
    plain('nodejs_heap_size_used_bytes', 'Heap of the main thread.', heap),
    plain('nodejs_external_memory_bytes', 'External memory, such as buffers.', external),
  ]
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name: `lettermill_${name}`, type: 'gauge', help, samples }
}

function labelled(label: string, values: Readonly<Record<string, number | boolean>>): Sample[] {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value: Number(value) }))
}

function optional(value: number | null | undefined): Sample[] {
  return value == null ? [] : [{ value }]
}
