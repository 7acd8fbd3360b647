// Reads a mail that was taken, and writes down what it says.
import type { Work } from '../../base/queue/runner.ts'
import { keepReading } from './actions.ts'
import type { Reading } from './rules.ts'
import { findArrival } from './store.ts'

const UNREAD: Reading = {
  state: 'unreadable',
  from_address: null,
  from_name: null,
  to: [],
  cc: [],
  bcc: [],
  reply_to: [],
  received_for: [],
  subject: null,
  message_id: null,
  in_reply_to: [],
  references: [],
  snippet: null,
  is_automatic: true,
  verdict: 'ok',
  authentication: null,
  problems: [],
  trace: '',
  headers: [],
  html: null,
  text: null,
  html_blob_id: null,
  text_blob_id: null,
  files: [],
}

/** Does the job `read_received`. */
export async function read_received(work: Work<'read_received'>): Promise<void> {
  const { team_id, arrival_id: id } = work.payload
  await work.finish(async tx => {
    const arrival = await findArrival(tx, { team_id, id })
    if (arrival) await keepReading({ tx, team_id, now: work.now() }, arrival, UNREAD)
  })
}
