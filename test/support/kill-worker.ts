// Simulates the death of a process for tests in which all queues are in one process.
import type { Queue } from '../../src/base/queue/runner.ts'
import type { Database } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'

const disown = statement<object>(knex =>
  knex('jobs').whereNull('run_at').whereNotNull('owner').update({ owner: 'a process that has died' }),
)

/**
 * Treats the process of this queue as dead: it starts no job, and its current jobs have no living owner. Whatever it
 * still does counts as the work of a process that was suspended.
 */
export async function killWorker(queue: Queue, database: Database): Promise<void> {
  void queue.stop()
  if (database.several) await database.unit(tx => tx.run(disown, {}))
}
