// How real runs perform each kind of effect, in the transaction that stores the run.
import { findContact, removeContact, updateContactFields } from '../../../audience/contacts/actions.ts'
import { acceptEmail } from '../../../mail/emails/actions.ts'
import { enqueue } from '../../../base/queue/enqueue.ts'
import { addToSegment } from '../../../audience/segments/actions.ts'
import type { TeamUnit } from '../../../base/store/database.ts'
import { isSubscribed } from '../../../audience/topics/actions.ts'
import { sealErrand } from '../store/sealed.ts'
import { type EffectTable, performSendEmail, segmentOutcome } from './actions.ts'

/** The run whose step has the effect. */
interface PerformContext extends TeamUnit {
  run_id: string
  /** The revision of the run when it reaches the step. This transaction increments it. */
  revision: number
}

export const PERFORM: EffectTable<PerformContext> = {
  send_email: async ({ tx, team_id, run_id, now }, effect, contact) => {
    const origin = { kind: 'automation_run', id: run_id } as const
    const outcome = await performSendEmail({ tx, team_id }, effect, contact, {
      isSubscribed: topic_id => isSubscribed(tx, { team_id, contact_id: contact.id, topic_id }),
      accept: async email => (await acceptEmail(tx, { ...email, origin }, now)).id,
    })
    return { outcome, contact }
  },

  update_contact: async ({ tx, team_id, now }, { change }, { id }) => {
    await updateContactFields({ tx, team_id, now }, id, change)
    return { outcome: { output: null }, contact: await findContact(tx, team_id, id) }
  },

  delete_contact: async ({ tx, team_id, now }, _, { id }) => {
    await removeContact({ tx, team_id, now }, id)
    return { outcome: { output: null }, contact: undefined }
  },

  add_to_segment: async ({ tx, team_id, now }, { segment_id }, contact) => {
    return { outcome: segmentOutcome(await addToSegment({ tx, team_id, now }, contact.id, segment_id)), contact }
  },

  errand: async ({ tx, team_id, run_id, revision, now }, { step_key, errand }, contact) => {
    const { destination } = errand
    const stored = await sealErrand(tx, errand, now)
    const job = { team_id, run_id, turn: revision + 1, step_key, errand: stored, destination }
    // the job is found by its run and not by its URL, which may contain personal data
    await enqueue(tx, 'run_errand', job, now, now, `${run_id}/${job.turn}`)
    return { outcome: { under_way: true }, contact }
  },
}
