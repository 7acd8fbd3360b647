// Regular maintenance of PostgreSQL: creates the partitions of the coming months, and drops old ones. Each is a short
// transaction on a separate connection that stops waiting soon if other units use the tables: the next round retries.
import { Client } from 'pg'
import type { MonthOfEmails, Maintenance } from '../database.ts'
import type { ServerAddress } from './address.ts'
import { MIGRATION_LOCK } from './migrate.ts'
import { idAtStartOf, type Month, monthAfter, startOf } from './months.ts'
import {
  type RunSql,
  PARTITIONED_TABLE_NAMES,
  lacksPartitions,
  createPartitions,
  listPartitionMonths,
} from './partitions.ts'

const CONNECT_MS = 5000
/** Short, because other transactions queue behind a waiting table lock. */
const TABLE_WAIT_MS = 1000

export class PostgresMaintenance implements Maintenance {
  readonly #address: ServerAddress

  constructor(address: ServerAddress) {
    this.#address = address
  }

  async createPartitions(now: Date): Promise<void> {
    await this.#connect(async ask => {
      for (const giant of PARTITIONED_TABLE_NAMES) {
        // usually no month is missing, and no lock is required
        if (!(await lacksPartitions(ask, giant, now))) continue
        await changeAlone(ask, () => createPartitions(ask, giant, now))
      }
    })
  }

  monthsBefore(moment: Date): Promise<MonthOfEmails[]> {
    return this.#connect(async ask =>
      (await listPartitionMonths(ask, 'emails')).filter(month => startOf(monthAfter(month)) <= moment).map(described),
    )
  }

  /** Drops the month of all giants, or of none. */
  async removeMonth({ name }: MonthOfEmails): Promise<boolean> {
    return this.#connect(async ask => {
      const isDone = await changeAlone(ask, async () => {
        for (const giant of PARTITIONED_TABLE_NAMES) await ask(`drop table if exists ${giant}_${name}`)
        return true
      })
      return isDone ?? false
    })
  }

  async #connect<T>(body: (ask: RunSql) => Promise<T>): Promise<T> {
    const client = new Client({
      ...this.#address.config,
      application_name: 'lettermill keeps up',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
    })
    // the error reaches the next query
    client.on('error', () => {})
    try {
      await client.connect()
      return await body(async sql => (await client.query(sql)).rows)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

function described(month: Month): MonthOfEmails {
  return { name: month, from_id: idAtStartOf(month), until_id: idAtStartOf(monthAfter(month)) }
}

/** Runs `body` in a transaction that excludes other changes of tables; `undefined` if a lock was not free. */
async function changeAlone<T>(ask: RunSql, body: () => Promise<T>): Promise<T | undefined> {
  await ask('begin')
  try {
    await ask(`set local lock_timeout = ${TABLE_WAIT_MS}; set local statement_timeout = 0`)
    await ask(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    const value = await body()
    await ask('commit')
    return value
  } catch (error) {
    await ask('rollback')
    // another process has the lock or a table, or there was a deadlock
    if (['55P03', '40P01'].includes(String((error as { code?: unknown }).code))) return undefined
    throw error
  }
}
