// Regular upkeep of PostgreSQL: makes the partitions of the months to come, and drops old ones. Each is a short transaction
// on a connection of its own that gives up soon when other units use the tables: the next round tries again.
import { Client } from 'pg'
import type { MonthOfEmails, Upkeep } from '../database.ts'
import type { ServerAddress } from './address.ts'
import { MIGRATION_LOCK } from './migrate.ts'
import { idAtStartOf, type Month, monthAfter, startOf } from './months.ts'
import { type Ask, GIANT_NAMES, lacksMonths, makeMonths, monthsOf } from './partitions.ts'

const CONNECT_MS = 5000
/** While it waits for a table, others wait for it. */
const TABLE_WAIT_MS = 1000

export class PostgresUpkeep implements Upkeep {
  readonly #address: ServerAddress

  constructor(address: ServerAddress) {
    this.#address = address
  }

  async keepUp(now: Date): Promise<void> {
    await this.#connect(async ask => {
      for (const giant of GIANT_NAMES) {
        // most of the time there is nothing to do, and no lock to take
        if (!(await lacksMonths(ask, giant, now))) continue
        await changeAlone(ask, () => makeMonths(ask, giant, now))
      }
    })
  }

  monthsBefore(moment: Date): Promise<MonthOfEmails[]> {
    return this.#connect(async ask =>
      (await monthsOf(ask, 'emails')).filter(month => startOf(monthAfter(month)) <= moment).map(described),
    )
  }

  /** With all that belongs to its emails in other giants, or nothing of it. */
  async dropMonth({ name }: MonthOfEmails): Promise<boolean> {
    return this.#connect(async ask => {
      const isDone = await changeAlone(ask, async () => {
        for (const giant of GIANT_NAMES) await ask(`drop table if exists ${giant}_${name}`)
        return true
      })
      return isDone ?? false
    })
  }

  async #connect<T>(body: (ask: Ask) => Promise<T>): Promise<T> {
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

/** In a transaction, while no other process changes tables; `undefined` when one did. */
async function changeAlone<T>(ask: Ask, body: () => Promise<T>): Promise<T | undefined> {
  await ask('begin')
  try {
    await ask(`set local lock_timeout = ${TABLE_WAIT_MS}; set local statement_timeout = 0`)
    await ask(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    const value = await body()
    await ask('commit')
    return value
  } catch (error) {
    await ask('rollback')
    // another process has the lock or a table, or it was a deadlock
    if (['55P03', '40P01'].includes(String((error as { code?: unknown }).code))) return undefined
    throw error
  }
}
