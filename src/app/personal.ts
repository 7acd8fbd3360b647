// Lists the personal data that modules store besides the contact and the emails to it.
import {
  eraseEventsOfPerson,
  eraseRunsOfPerson,
  listEventsOfPerson,
  listRunsOfPerson,
} from '../campaigns/automations/personal/actions.ts'
import { eraseFromBroadcasts, listBroadcastsOfPerson } from '../campaigns/broadcasts/personal/actions.ts'
import { eraseSignUps, listSignUpsOfPerson } from '../campaigns/sign-ups/actions.ts'
import { eraseDelivery } from '../mail/delivery/store.ts'
import type { Erasers } from '../campaigns/privacy/erasure/actions.ts'
import type { PersonalList } from '../campaigns/privacy/export/actions.ts'
import { eraseFromInboxes } from '../inbound/inboxes/threads/actions.ts'
import { eraseReceivedFrom, listReceivedFrom } from '../inbound/receiving/removal/actions.ts'
import { eraseVisits } from '../mail/tracking/visits/store.ts'
import { eraseFromLogs } from '../watch/logs/personal/actions.ts'
import { eraseFromWebhooks } from '../integrations/webhooks/personal/actions.ts'

/** In export order. */
export const PERSONAL_LISTS: readonly PersonalList[] = [
  { name: 'events', list: listEventsOfPerson },
  { name: 'automation_runs', list: listRunsOfPerson },
  { name: 'broadcasts', list: listBroadcastsOfPerson },
  { name: 'received_emails', list: listReceivedFrom },
  { name: 'sign_ups', list: listSignUpsOfPerson },
]

export const ERASERS: Erasers = {
  ofEmail: (tx, { team_id, email_id, event_ids }) => {
    eraseDelivery(tx, { team_id, email_id })
    eraseVisits(tx, team_id, event_ids)
    eraseFromInboxes(tx, { team_id, email_id })
  },
  others: [
    eraseFromBroadcasts,
    eraseRunsOfPerson,
    eraseEventsOfPerson,
    eraseReceivedFrom,
    eraseSignUps,
    eraseFromLogs,
    eraseFromWebhooks,
  ],
}
