// Processes that die, for tests in which they are queues of one process.
import type { Queue } from '../../src/base/queue/runner.ts'
import type { Database } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'

const disown = statement<object>(knex =>
  knex('jobs').whereNull('run_at').whereNotNull('owner').update({ owner: 'a process that has died' }),
)

/**
 * From now on it is as if the process of this queue had died: it takes nothing more, and what it has in hand is in the
 * hands of nobody who is there. What it still does, it does as one that was asleep.
 */
export async function leaveForDead(queue: Queue, database: Database): Promise<void> {
  void queue.stop()
  if (database.several) await database.unit(tx => tx.run(disown, {}))
}
