// Every kind of job and its payload. Kinds are data: code that enqueues a job does not import the code that runs it.

/** What is done for a team names it: then its rows are found where the rows of teams lie apart. */
export interface Jobs {
  /**
   * Offer one email to the next hop. `destination`: where it goes, as far as that decides how long it takes.
   * `domains`: of those who get this part of it, when it goes in parts.
   * `large_bytes`: of its content, when that is not small. `attachments`: how many it has, if it has any. `from`: whom they
   * are fetched from before that, as far as they are not there. The id of the job is
   * that of the email; of several jobs for one email, each for a destination, it is `<email_id>/<destination>`.
   * `scheduled_by`: who wants it sent at its time, and must still be allowed to then.
   */
  deliver_email: {
    team_id: string
    email_id: string
    destination?: string
    domains?: string[]
    large_bytes?: number
    attachments?: number
    from?: string
    scheduled_by?: { api_key_id: string } | { grant_id: string }
  }
  /** Fetch the files of an email that are not there, and leave the job that delivers it then. Its id is `<email_id>/fetch`. */
  fetch_attachments: { team_id: string; email_id: string; destination: string; deliver: Jobs['deliver_email'] }
  /** Read a mail that was taken, and check who sent it. Its id is that of the arrival. `destination`: the domain it says it is from. */
  read_received: { team_id: string; arrival_id: string; destination: string }
  /** Events of a contact, or of an address, came in: apply the first of them that is pending. There is one such job. */
  handle_event: { team_id: string; about: string }
  /** Remove what was captured of a team's mail until that moment. */
  clear_mailbox: { team_id: string; until: string }
  /** A contact is gone: end the runs that would wait for it for ever, from the one behind `after`. */
  handle_contact_removed: { team_id: string; contact_id: string; about?: string; after?: string }
  /**
   * Advance a run of an automation as far as it can go now. Each job is good for one revision of the run, its `turn`: the
   * name that is in the jobs of databases already.
   */
  advance_run: { team_id: string; run_id: string; turn: number }
  /**
   * Do what a step of a run needs from outside, and settle the step with what came of it. It is good for the revision at
   * which the run stands at the step, its `turn`. `destination`: whom it asks.
   */
  run_errand: {
    team_id: string
    run_id: string
    turn: number
    step_key: string
    errand: { kind: string }
    destination?: string
  }
  /**
   * Cancel what is left running of an automation that was stopped or removed: all, as long as it is as it was left then,
   * at this `revision` or not there any more; if it was begun until then otherwise.
   */
  cancel_runs: { team_id: string; automation_id: string; begun_until?: string; revision?: number }
  /** Forget the runs of an automation that ended before that. */
  forget_runs: { team_id: string; automation_id: string; before: string }
  /** Ask DNS for the records of a domain. It is good for one turn: who wants it asked anew leaves another one. */
  check_domain: { team_id: string; domain_id: string; turn: number; destination: string }
  /** Ask DNS for the record of a domain claim, and have the domain change hands. It is good for one turn. */
  check_claim: { team_id: string; claim_id: string; turn: number; destination: string }
  /** Begin a broadcast whose time has come, and find its recipients. Its id is that of the broadcast. */
  fan_out_broadcast: { team_id: string; broadcast_id: string }
  /** Make emails for the recipients of a broadcast that were found. Its id is `<broadcast_id>/send`. */
  send_broadcast: { team_id: string; broadcast_id: string }
  /** Have the mails of a broadcast that wait looked at anew. */
  release_broadcast: { team_id: string; broadcast_id: string }
  /** Remove the values that contacts have for a property that was removed. */
  drop_property_values: { team_id: string; contact_property_id: string }
  /** Remove the members of a segment that was removed. */
  drop_segment_members: { team_id: string; segment_id: string }
  /** Remove what contacts chose about a topic that was removed. */
  drop_topic_choices: { team_id: string; topic_id: string }
  /** Read on in a file of contacts. Each such job does a part, and leaves the next one. */
  import_contacts: { team_id: string; import_id: string }
  /** Remove what is left of a file of contacts that is no longer read. */
  drop_import_file: { team_id: string; import_id: string }
  /** Remove the personal data of a contact that is to be erased. Its id is that of the erasure. */
  erase_contact: { team_id: string; erasure_id: string }
  /**
   * Post to an endpoint what is due for it, as long as something is. Its id is that of the webhook: it is the endpoint's
   * lane (lanes.ts). `destination`: the same, as a slow endpoint counts for itself.
   */
  post_webhooks: { team_id: string; webhook_id: string; destination: string }
  /** Post an event once more to an endpoint, beside what is due for it. */
  replay_webhook: { team_id: string; webhook_id: string; event_id: string; destination: string }
  /** Leave such a job for each event since then that has failed, of those behind `after`. */
  replay_failed: { team_id: string; webhook_id: string; since: string; after: number }
  /** Remove what is left of an endpoint that was removed. */
  drop_webhook: { team_id: string; webhook_id: string }
  /** Remove what lay in an inbox that was removed. */
  drop_inbox: { team_id: string; inbox_id: string }
  /** Remove what lay in a thread that was removed. */
  drop_inbox_thread: { team_id: string; thread_id: string }
  /** Take a label that was removed from the threads that have it. */
  drop_inbox_label: { team_id: string; label_id: string }
  /** Ask the model of an inbox's agent what to do about an email that came in. */
  ask_inbox_agent: { team_id: string; inbox_id: string; thread_id: string; email_id: string }
  /** Remove what has outlived its use: sessions, idempotency keys, authorization requests, codes. */
  sweep: { what: 'expired' }
}

export type Kind = keyof Jobs

/** Whose a job is. One that an earlier version left does not say so: who does it looks the team up by what it is about. */
export function teamOf(payload: { team_id?: string }): string | undefined {
  return payload.team_id
}

/**
 * How many jobs of a kind run at once in each process, and how often one is tried. After the last try it stays in the
 * table with its error as a dead letter, for a person to look at. `shared`: they wait for the network, and no team and no
 * destination takes more than its share. `rotates`: of the teams that wait, the one is next that has waited longest since
 * its last job, however many jobs each has.
 */
export const QUEUE_SETTINGS: Record<
  Kind,
  { concurrency: number; attempts_max: number; shared?: boolean; rotates?: boolean }
> = {
  // decides by itself when to stop, so the queue's own limit is only a backstop
  deliver_email: { concurrency: 100, attempts_max: 1000, shared: true },
  // decides by itself when to stop, after five tries
  fetch_attachments: { concurrency: 20, attempts_max: 25, shared: true },
  // the name servers of senders are asked; what is read is kept whatever they say
  read_received: { concurrency: 60, attempts_max: 1000, shared: true },
  // the next events of the contact wait meanwhile
  handle_event: { concurrency: 20, attempts_max: 8, rotates: true },
  clear_mailbox: { concurrency: 1, attempts_max: 25, rotates: true },
  handle_contact_removed: { concurrency: 5, attempts_max: 25, rotates: true },
  // a run that cannot go on is ended after a minute, with a reason
  advance_run: { concurrency: 50, attempts_max: 7, rotates: true },
  // as with a run that cannot go on: after a minute the step has failed, with a reason
  run_errand: { concurrency: 50, attempts_max: 7, shared: true },
  // each check waits for the name servers of its own domain only
  check_domain: { concurrency: 20, attempts_max: 25, shared: true },
  check_claim: { concurrency: 10, attempts_max: 25, shared: true },
  cancel_runs: { concurrency: 1, attempts_max: 25, rotates: true },
  forget_runs: { concurrency: 1, attempts_max: 25, rotates: true },
  fan_out_broadcast: { concurrency: 2, attempts_max: 25, rotates: true },
  // it waits again and again while mail goes, which is no fault
  send_broadcast: { concurrency: 4, attempts_max: 1_000_000, rotates: true },
  release_broadcast: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_property_values: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_segment_members: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_topic_choices: { concurrency: 1, attempts_max: 25, rotates: true },
  // in parts of two seconds
  import_contacts: { concurrency: 1, attempts_max: 8, rotates: true },
  drop_import_file: { concurrency: 1, attempts_max: 25, rotates: true },
  // it waits again and again while others are to get an email, which is no fault
  erase_contact: { concurrency: 1, attempts_max: 1_000_000, rotates: true },
  // one lane for each endpoint to which something is due; how many posts there are at once is bounded beside that
  post_webhooks: { concurrency: 1000, attempts_max: 1_000_000, shared: true },
  replay_webhook: { concurrency: 50, attempts_max: 25, shared: true },
  replay_failed: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_inbox: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_inbox_thread: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_inbox_label: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_webhook: { concurrency: 1, attempts_max: 25, rotates: true },
  // decides by itself when to stop, after three tries
  ask_inbox_agent: { concurrency: 4, attempts_max: 25, rotates: true },
  sweep: { concurrency: 1, attempts_max: 1_000_000 },
}

export const KINDS = Object.keys(QUEUE_SETTINGS) as Kind[]
