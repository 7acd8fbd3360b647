// Jobs that remove the content of deleted inboxes, threads and labels in batches, so that no transaction takes long.
import { enqueue } from '../../base/queue/enqueue.ts'
import type { Work } from '../../base/queue/claimed-work.ts'
import { removeSomeOfInbox } from './actions.ts'
import { removeLabelFromSome } from './store/labels.ts'
import { removeSomeOfThread } from './threads/actions.ts'

export async function drop_inbox(work: Work<'drop_inbox'>): Promise<void> {
  const { team_id, inbox_id } = work.payload
  await work.finish(async tx => {
    const more = await removeSomeOfInbox({ tx, team_id, now: work.now() }, inbox_id)
    if (more) await enqueue(tx, 'drop_inbox', work.payload, work.now())
  })
}

export async function drop_inbox_thread(work: Work<'drop_inbox_thread'>): Promise<void> {
  const { team_id, thread_id } = work.payload
  await work.finish(async tx => {
    const more = await removeSomeOfThread({ tx, team_id, now: work.now() }, thread_id)
    if (more) await enqueue(tx, 'drop_inbox_thread', work.payload, work.now())
  })
}

export async function drop_inbox_label(work: Work<'drop_inbox_label'>): Promise<void> {
  const { team_id, label_id } = work.payload
  await work.finish(async tx => {
    const more = await removeLabelFromSome(tx, { team_id, label_id })
    if (more) await enqueue(tx, 'drop_inbox_label', work.payload, work.now())
  })
}
