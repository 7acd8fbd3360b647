// What the rest of the house may ask of automations, and what several parts of this room look up.
import { propertiesOf } from '../contact-properties/actions.ts'
import { enqueue } from '../queue/enqueue.ts'
import { segmentsExist } from '../segments/actions.ts'
import type { Tx } from '../store/database.ts'
import { templateFacts } from '../templates/actions.ts'
import { findTopics } from '../topics/actions.ts'
import type { Known, Named } from './ready.ts'
import { listKeepingForSomeTime } from './runs/forgotten/store.ts'

const DAY_MS = 86_400_000

/** What there is in the team of the things that a graph names. */
export async function lookUp(tx: Tx, team_id: string, named: Named): Promise<Known> {
  const { templates, segments, topics, properties } = named
  return {
    templates: await templateFacts(tx, team_id, [...templates]),
    segments: segments.length > 0 ? await segmentsExist(tx, team_id, segments) : new Set(),
    topics: topics.length > 0 ? new Set((await findTopics(tx, team_id, topics)).keys()) : new Set(),
    properties: properties.length > 0 ? new Set((await propertiesOf(tx, team_id)).keys()) : new Set(),
  }
}

/** Leaves the jobs that forget runs which are not to be kept any longer. */
export async function forgetOldRuns(tx: Tx, now: Date): Promise<void> {
  for (const { id, retention_days } of await listKeepingForSomeTime(tx)) {
    const before = new Date(now.getTime() - retention_days * DAY_MS).toISOString()
    await enqueue(tx, 'forget_runs', { automation_id: id, before }, now)
  }
}
