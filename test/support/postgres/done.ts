// The log of jobs that test processes have done: one row for each time, with the process.
import type { Client } from 'pg'
import { statement } from '../../../src/base/store/statement.ts'
import type { Tx } from '../../../src/base/store/database.ts'

const insert = statement<{ job: string; worker: string }>((knex, param) =>
  knex('done').insert({ job: param('job'), worker: param('worker') }),
)

export async function createDoneTable(client: Client): Promise<void> {
  await client.query('drop table if exists done; create table done (job text, worker text)')
}

export function writeDone(tx: Tx, job: string, worker: string): void {
  tx.put(insert, { job, worker })
}

export async function listDone(client: Client): Promise<{ job: string; worker: string }[]> {
  return (await client.query('select job, worker from done order by job, worker')).rows
}
