// The job that deletes the choices about a removed topic.
import { enqueue } from '../../base/queue/enqueue.ts'
import { teamOf } from '../../base/queue/kinds.ts'
import type { Work } from '../../base/queue/claimed-work.ts'
import * as store from './store.ts'

/** Deletes the choices about a removed topic, some in each transaction, so that no other transaction waits long. */
export async function drop_topic_choices(work: Work<'drop_topic_choices'>): Promise<void> {
  const { topic_id } = work.payload
  await work.finish(async tx => {
    const team_id = teamOf(work.payload) ?? (await store.findTeamOfChoices(tx, topic_id))
    if (team_id === undefined) return
    const more = await store.removeTopicChoices(tx, { team_id, topic_id })
    if (more) await enqueue(tx, 'drop_topic_choices', { team_id, topic_id }, work.now())
  })
}
