// Converts the measurements for one request into metric families.
import type { RelayStatus } from '../../base/net/relay-status.ts'
import type { Depth } from '../../base/queue/depth.ts'
import type { CounterName } from '../../base/store/counter-names.ts'
import { EMAIL_COUNTERS, RUN_COUNTERS } from '../../base/store/counter-names.ts'
import type { Family, Sample } from './exposition.ts'

/** The state of the queue for one kind of job. */
export interface QueueReadings extends Depth {
  in_hand: number
}

interface Readings {
  counts: ReadonlyMap<CounterName, number>
  /** `undefined` while the database cannot be read. */
  queue: ReadonlyMap<string, QueueReadings> | undefined
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
  process: readonly Family[]
  build: Readonly<Record<string, string>>
}

export function familiesOf(readings: Readings): Family[] {
  const { files, disk_free, build } = readings
  return [
    ...countedFamilies(readings.counts),
    ...(readings.queue ? queueFamilies(readings.queue, readings.now) : []),
    gauge('workers', 'Processes that do jobs on the same database and are alive.', optional(readings.workers)),
    gauge('automation_runs_running', 'Runs of automations that are under way.', optional(readings.running)),
    ...relayFamilies(readings.relay),
    gauge('check_ok', '1 when this check of /readyz is good, 0 when it is not.', labelled('check', readings.checks)),
    ...backupFamilies(readings.backups),
    gauge('database_bytes', 'Size of the database file and of its log.', files ? labelled('file', files) : []),
    gauge('disk_free_bytes', 'Room on the disk of the database.', optional(disk_free)),
    ...readings.process,
    gauge('build_info', 'Which version runs on which Node.', [{ labels: build, value: 1 }]),
  ]
}

function countedFamilies(counts: Readings['counts']): Family[] {
  const samples = <Event extends string>(events: readonly Event[], key: (event: Event) => CounterName): Sample[] =>
    events.map(event => ({ labels: { event }, value: counts.get(key(event)) ?? 0 }))
  return [
    {
      name: 'lettermill_emails_total',
      type: 'counter',
      help: 'Emails accepted, and what each attempt to deliver one came to.',
      samples: samples(EMAIL_COUNTERS, event => `emails.${event}`),
    },
    {
      name: 'lettermill_automation_runs_total',
      type: 'counter',
      help: 'Runs of automations that began, and how runs ended.',
      samples: samples(RUN_COUNTERS, event => `automation_runs.${event}`),
    },
  ]
}

function queueFamilies(queue: ReadonlyMap<string, QueueReadings>, now: Date): Family[] {
  const kinds = [...queue]
  const jobs = kinds.flatMap(([kind, { due, waiting, in_hand, dead }]) =>
    Object.entries({ due, waiting, in_hand, dead }).map(([state, value]) => ({ labels: { kind, state }, value })),
  )
  const ages = kinds.map(([kind, { oldest_due_at }]) => {
    const late_ms = oldest_due_at === undefined ? 0 : now.getTime() - Date.parse(oldest_due_at)
    return { labels: { kind }, value: Math.max(0, late_ms) / 1000 }
  })
  return [
    gauge('queue_jobs', 'Jobs by kind: due now, waiting for their time, in hand, or dead letters.', jobs),
    gauge('queue_oldest_due_seconds', 'For how long the oldest job of a kind has been due; 0 when none is.', ages),
  ]
}

function relayFamilies(relay: RelayStatus | undefined): Family[] {
  const said = relay?.at != null ? { ...relay, at: relay.at } : undefined
  return [
    gauge('relay_up', '1 when the mail server could be used the last time, 0 when not.', optional(said && upOf(said))),
    gauge('relay_reply_code', 'Code of the reply with which it refused, if that was one.', optional(said?.code)),
    gauge('relay_answered_timestamp_seconds', 'When that was.', optional(said && Date.parse(said.at) / 1000)),
  ]
}

function backupFamilies(backups: Readings['backups']): Family[] {
  if (!backups) return []
  const { state, newest_at } = backups
  const newest_s = newest_at === null ? undefined : Date.parse(newest_at) / 1000
  return [
    gauge('backup_ok', '0 when the last backup could not be made, 1 otherwise.', optional(Number(state !== 'failed'))),
    gauge('backup_newest_timestamp_seconds', 'When the newest backup was begun.', optional(newest_s)),
  ]
}

function upOf({ state }: RelayStatus): number {
  return state === 'up' ? 1 : 0
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
