// Every kind of job and its payload. Kinds are data: code that enqueues a job does not import the code that runs it.

/** The payload of a team's job contains the team, so that its rows are found on a database that stores teams separately. */
export interface Jobs {
  /**
   * Deliver one email to the next hop. `destination`: the recipients' domain or another name that has its own share.
   * `domains`: the recipients' domains that this job delivers to, if an email is delivered in parts. `large_bytes`: the
   * size of the content if it is not small. `attachments`: the number of files, if any. `from`: the host that files
   * must be fetched from first. The id of the job is that of the email; if an email has one job for each destination,
   * it is `<email_id>/<destination>`. `scheduled_by`: the caller who scheduled the email and must still have access
   * when it is sent.
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
  /**
   * Fetch the files of an email that are specified by URL, then enqueue its `deliver_email`. Its id is
   * `<email_id>/fetch`.
   */
  fetch_attachments: { team_id: string; email_id: string; destination: string; deliver: Jobs['deliver_email'] }
  /**
   * Parse an accepted message, and check its sender. Its id is that of the arrival. `destination`: its return path's
   * domain.
   */
  read_received: { team_id: string; arrival_id: string; destination: string }
  /** Apply the first pending event of a contact, or of an address. There is at most one such job for each. */
  handle_event: { team_id: string; about: string }
  /** Remove the captured emails of a team up to a given time. */
  clear_mailbox: { team_id: string; until: string }
  /** End the runs that would wait forever for a removed contact, starting after the run `after`. */
  handle_contact_removed: { team_id: string; contact_id: string; about?: string; after?: string }
  /**
   * Advance a run of an automation as far as possible. Valid for one revision of the run: `turn`, a name that stored
   * jobs already use.
   */
  advance_run: { team_id: string; run_id: string; turn: number }
  /**
   * Perform the errand of a step, and settle the step with the outcome. Valid for the revision of the run at that step:
   * `turn`. `destination`: the server that is called.
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
   * Cancel the runs of an automation that was stopped or removed: all of them, while the automation is at `revision` or
   * no longer exists; once it was enabled again, only those that started until `begun_until`.
   */
  cancel_runs: { team_id: string; automation_id: string; begun_until?: string; revision?: number }
  /** Forget the runs of an automation that ended before a given time. */
  forget_runs: { team_id: string; automation_id: string; before: string }
  /**
   * Look up the records of a domain in DNS. Valid for one `turn`: each request for a new check enqueues a job with the
   * next one.
   */
  check_domain: { team_id: string; domain_id: string; turn: number; destination: string }
  /** Look up the record of a domain claim in DNS, and transfer the domain if it exists. Valid for one `turn`. */
  check_claim: { team_id: string; claim_id: string; turn: number; destination: string }
  /** Start a broadcast at its scheduled time, and find its recipients. Its id is that of the broadcast. */
  fan_out_broadcast: { team_id: string; broadcast_id: string }
  /** Create the emails for the recipients that were found. Its id is `<broadcast_id>/send`. */
  send_broadcast: { team_id: string; broadcast_id: string }
  /** Check again whether the held emails of a broadcast may be sent. */
  release_broadcast: { team_id: string; broadcast_id: string }
  /** Remove the contacts' values of a property that was removed. */
  drop_property_values: { team_id: string; contact_property_id: string }
  /** Remove the members of a segment that was removed. */
  drop_segment_members: { team_id: string; segment_id: string }
  /** Remove the contacts' choices for a topic that was removed. */
  drop_topic_choices: { team_id: string; topic_id: string }
  /** Read the next part of a contact file; each such job enqueues the next one. */
  import_contacts: { team_id: string; import_id: string }
  /** Remove the rest of a contact file whose import has ended. */
  drop_import_file: { team_id: string; import_id: string }
  /** Remove the personal data of a contact. Its id is that of the erasure. */
  erase_contact: { team_id: string; erasure_id: string }
  /**
   * Send webhook requests to an endpoint as long as deliveries are due. Its id is that of the webhook, because it is
   * the endpoint's lane (lanes.ts). `destination`: that id too, so that each endpoint has its own share.
   */
  post_webhooks: { team_id: string; webhook_id: string; destination: string }
  /** Send an event to an endpoint once more, apart from the due deliveries. */
  replay_webhook: { team_id: string; webhook_id: string; event_id: string; destination: string }
  /** Enqueue a replay for each event that failed since a given time, starting after the event `after`. */
  replay_failed: { team_id: string; webhook_id: string; since: string; after: number }
  /** Remove the deliveries and attempts of an endpoint that was removed. */
  drop_webhook: { team_id: string; webhook_id: string }
  /** Remove the content of an inbox that was removed. */
  drop_inbox: { team_id: string; inbox_id: string }
  /** Remove the content of a thread that was removed. */
  drop_inbox_thread: { team_id: string; thread_id: string }
  /** Remove a label that was removed from the threads that have it. */
  drop_inbox_label: { team_id: string; label_id: string }
  /** Call the model of an inbox's agent about a received email. */
  ask_inbox_agent: { team_id: string; inbox_id: string; thread_id: string; email_id: string }
  /** Remove expired records: sessions, idempotency keys, authorization requests, codes. */
  sweep: { what: 'expired' }
}

export type JobKind = keyof Jobs

/** The team of a job. `undefined`: an earlier version enqueued it without a team, and its handler looks the team up. */
export function teamOf(payload: { team_id?: string }): string | undefined {
  return payload.team_id
}

/**
 * How many jobs of a kind run simultaneously in each process, and the number of attempts. After the last attempt the
 * job stays in the table with its error as a dead letter, which a person has to review. `shared`: the jobs wait for the
 * network, and no team and no destination gets more than its share. `rotates`: the next job belongs to the team whose
 * last job was longest ago, regardless of the number of jobs of each team.
 */
export const QUEUE_SETTINGS: Record<
  JobKind,
  { concurrency: number; attempts_max: number; shared?: boolean; rotates?: boolean }
> = {
  // its handler decides when to stop; this limit is a safeguard
  deliver_email: { concurrency: 100, attempts_max: 1000, shared: true },
  // its handler stops after five attempts
  fetch_attachments: { concurrency: 20, attempts_max: 25, shared: true },
  // it queries the name servers of senders; the message is stored regardless of their answers
  read_received: { concurrency: 60, attempts_max: 1000, shared: true },
  // the contact's next events wait for it
  handle_event: { concurrency: 20, attempts_max: 8, rotates: true },
  clear_mailbox: { concurrency: 1, attempts_max: 25, rotates: true },
  handle_contact_removed: { concurrency: 5, attempts_max: 25, rotates: true },
  // its handler ends a run that fails for a minute, with a reason
  advance_run: { concurrency: 50, attempts_max: 7, rotates: true },
  // its handler fails the step after a minute, with a reason
  run_errand: { concurrency: 50, attempts_max: 7, shared: true },
  // each check waits only for the name servers of its own domain
  check_domain: { concurrency: 20, attempts_max: 25, shared: true },
  check_claim: { concurrency: 10, attempts_max: 25, shared: true },
  cancel_runs: { concurrency: 1, attempts_max: 25, rotates: true },
  forget_runs: { concurrency: 1, attempts_max: 25, rotates: true },
  fan_out_broadcast: { concurrency: 2, attempts_max: 25, rotates: true },
  // it is postponed repeatedly while emails are being sent, which is not a failure
  send_broadcast: { concurrency: 4, attempts_max: 1_000_000, rotates: true },
  release_broadcast: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_property_values: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_segment_members: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_topic_choices: { concurrency: 1, attempts_max: 25, rotates: true },
  // each job runs for two seconds at most
  import_contacts: { concurrency: 1, attempts_max: 8, rotates: true },
  drop_import_file: { concurrency: 1, attempts_max: 25, rotates: true },
  // it is postponed repeatedly while emails to other recipients are pending, which is not a failure
  erase_contact: { concurrency: 1, attempts_max: 1_000_000, rotates: true },
  // one lane for each endpoint with due deliveries; the number of simultaneous requests has its own limit
  post_webhooks: { concurrency: 1000, attempts_max: 1_000_000, shared: true },
  replay_webhook: { concurrency: 50, attempts_max: 25, shared: true },
  replay_failed: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_inbox: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_inbox_thread: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_inbox_label: { concurrency: 1, attempts_max: 25, rotates: true },
  drop_webhook: { concurrency: 1, attempts_max: 25, rotates: true },
  // its handler stops after three attempts
  ask_inbox_agent: { concurrency: 4, attempts_max: 25, rotates: true },
  sweep: { concurrency: 1, attempts_max: 1_000_000 },
}

export const JOB_KINDS = Object.keys(QUEUE_SETTINGS) as JobKind[]
