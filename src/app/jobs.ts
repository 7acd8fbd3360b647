// Maps each kind of job to its handler.
import { fetchAttachments } from '../mail/delivery/fetching/jobs.ts'
import * as contact_events from '../campaigns/automations/contact-events/jobs.ts'
import type { ErrandRunners } from '../campaigns/automations/errands/actions.ts'
import { runErrand } from '../campaigns/automations/errands/jobs.ts'
import * as runs from '../campaigns/automations/runs/jobs.ts'
import { findReturnPaths } from '../mail/bounces/actions.ts'
import type { ReturnPaths } from '../mail/bounces/return-path.ts'
import type { DeliveryPolicy, Retention, WebhookConfig } from '../base/config/config.ts'
import * as contact_properties from '../audience/contact-properties/jobs.ts'
import { findStop, recordHeldEmail } from '../campaigns/broadcasts/sending/stops/actions.ts'
import { release_broadcast } from '../campaigns/broadcasts/sending/stops/jobs.ts'
import * as broadcasts from '../campaigns/broadcasts/sending/jobs.ts'
import { checkClaim } from '../identity/domains/claims/jobs.ts'
import { checkDomain, type DomainChecks } from '../identity/domains/jobs.ts'
import { clear_mailbox } from '../mail/delivery/captured/jobs.ts'
import { deliverEmail } from '../mail/delivery/jobs.ts'
import type { CapturedOutcome } from '../mail/delivery/test-addresses.ts'
import type { Sender } from '../mail/delivery/sender.ts'
import type { HttpClient } from '../base/net/http-client.ts'
import type { KeepAliveClients } from '../base/net/keep-alive.ts'
import { dnsClient } from '../base/net/dns.ts'
import * as imports from '../audience/imports/jobs.ts'
import { ERASERS } from './personal.ts'
import { eraseContact } from '../campaigns/privacy/erasure/jobs.ts'
import type { JobHandlers } from '../base/queue/runner.ts'
import { askInboxAgent } from '../inbound/inboxes/agent/jobs.ts'
import type { ModelClient } from '../inbound/inboxes/agent/model/actions.ts'
import { findInboxGuards } from '../inbound/inboxes/actions.ts'
import * as inboxes from '../inbound/inboxes/jobs.ts'
import { readReceived, type ReceivingParts } from '../inbound/receiving/jobs.ts'
import * as segments from '../audience/segments/jobs.ts'
import type { Maintenance } from '../base/store/database.ts'
import { sweep } from './sweep.ts'
import type { MailTracker } from '../mail/tracking/actions.ts'
import * as topics from '../audience/topics/jobs.ts'
import { webhookJobs } from '../integrations/webhooks/delivery/jobs.ts'

interface JobParts {
  /** `undefined`: mail is captured. */
  sender: Sender | CapturedOutcome | undefined
  delivery_policy?: DeliveryPolicy
  /** Maximum number of queued emails. Broadcasts stop creating emails at half of it. */
  backlog_max?: number
  /** `undefined`: bounces go to the sender address of each email. */
  return_paths?: ReturnPaths | undefined
  /** `undefined`: opens and clicks are not tracked. */
  track?: MailTracker | undefined
  /** `undefined`: records are never removed. */
  retention?: Retention
  /** Maintenance of the database, if any. */
  upkeep?: Maintenance | undefined
  /** The DNS client that checks domain records, and the settings from which the expected records are derived. */
  domains?: DomainChecks
  /** Performs the errands of automations. */
  errands?: Partial<ErrandRunners>
  /** Fetches files that emails name by URL. */
  http?: Pick<HttpClient, 'send'>
  /** Resolves when the request log is written up to the last completed request. */
  written?: () => Promise<void>
  /** Connections for webhook requests. */
  connections?: Pick<KeepAliveClients, 'keep'>
  webhooks?: WebhookConfig
  /** The language model for agents of inboxes. */
  model?: ModelClient | undefined
  /** How received mail is checked. */
  receiving?: ReceivingParts
}

/** Defaults for a server that makes no HTTP requests. */
const REFUSED = { refused: 'outgoing requests are disabled' }
const NO_CLIENT: Pick<HttpClient, 'send'> = { send: async () => REFUSED }
const NO_CONNECTIONS: Pick<KeepAliveClients, 'keep'> = { keep: () => ({ send: async () => REFUSED }) }

const USUAL_WEBHOOKS: WebhookConfig = { limit_ms: 15_000, notices_from: undefined }

/** For a server that does not check domains. */
const NO_DOMAINS: DomainChecks = {
  dns: dnsClient(),
  settings: { mail_host: 'localhost', spf_include: undefined, takes_bounces: false },
}

const NO_RECEIVING: ReceivingParts = { mail_host: 'localhost', dns_servers: [], spam_check_url: undefined }

const FOR_EVER: Retention = {
  emails_days: 0,
  captured_days: 0,
  received_days: 0,
  tracking_days: 0,
  webhooks_days: 0,
  logs_days: 36_500,
  audit_days: 0,
}

export function createJobs({
  sender,
  delivery_policy,
  backlog_max = Number.MAX_SAFE_INTEGER,
  return_paths,
  track,
  domains = NO_DOMAINS,
  retention = FOR_EVER,
  upkeep,
  errands = {},
  http = NO_CLIENT,
  written = async () => {},
  connections = NO_CONNECTIONS,
  webhooks = USUAL_WEBHOOKS,
  model,
  receiving = NO_RECEIVING,
}: JobParts): JobHandlers {
  return {
    deliver_email: deliverEmail({
      sender,
      policy: delivery_policy,
      findReturnPaths: return_paths && ((tx, email) => findReturnPaths(tx, return_paths, email)),
      track,
      stops: { findStop, holdMail: recordHeldEmail },
    }),
    clear_mailbox,
    fetch_attachments: fetchAttachments({ http }),
    ...contact_events,
    ...runs,
    run_errand: runErrand(errands),
    check_domain: checkDomain(domains),
    check_claim: checkClaim(domains.dns),
    fan_out_broadcast: broadcasts.fan_out_broadcast,
    release_broadcast,
    send_broadcast: broadcasts.broadcastSender(Math.ceil(backlog_max / 2)),
    ...contact_properties,
    read_received: readReceived(receiving, findInboxGuards),
    ...inboxes,
    ask_inbox_agent: askInboxAgent(model),
    import_contacts: imports.import_contacts,
    drop_import_file: imports.drop_import_file,
    ...segments,
    ...topics,
    erase_contact: eraseContact(ERASERS, written),
    ...webhookJobs({ connections, ...webhooks }),
    sweep: sweep(retention, upkeep),
  }
}
