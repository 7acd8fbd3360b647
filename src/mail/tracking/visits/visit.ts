// Derives counts, events and signals from visits to one email.
import type { EngagedEmail } from '../../emails/engagement/store.ts'
import type { Machine, VisitEvent } from '../../emails/events.ts'
import type { TrackedKind } from '../../../base/secrets/tracking-token.ts'

/** One request for a pixel or a link, or several equal ones. */
export interface MailVisit {
  kind: TrackedKind
  team_id: string
  email_id: string
  /** The URL of a link; empty for a pixel. */
  url: string
  user_agent: string
  network: string
  machine: Machine | undefined
  at: Date
  count: number
}

export interface VisitCounts {
  opened: number
  clicked: number
  machine_opened: number
  machine_clicked: number
}

export const NO_VISITS: VisitCounts = { opened: 0, clicked: 0, machine_opened: 0, machine_clicked: 0 }

/** Maximum events of one email for each kind of visit; further visits are only counted. */
const LISTED_MAX = 50
/** A click this soon after the delivery is a machine's: no person reads an email that fast. */
const SOON_MS = 3000

/** The data to store, and the signals to record. */
export interface VisitTally {
  counts: VisitCounts
  /** The bare address of the only recipient; empty if there are several, because the visitor is unknown. */
  recipients: string[]
  listed: { visit: MailVisit; event: VisitEvent }[]
  told: { visit: MailVisit; is_listed: boolean }[]
  last_event: 'opened' | 'clicked' | undefined
}

/** Visits of an email, and its counts before them. */
export interface VisitedEmail {
  before: VisitCounts
  visits: readonly MailVisit[]
}

/** `delivered`: when the email was delivered, if known. */
export function tallyVisits(
  { to, cc, bcc }: Pick<EngagedEmail, 'to' | 'cc' | 'bcc'>,
  { before, visits }: VisitedEmail,
  delivered: Date | undefined,
): VisitTally {
  const counts = { ...before }
  const all = [...to, ...cc, ...bcc]
  const recipients = all.length === 1 ? [bare(all[0]!)] : []
  const heard: VisitTally = { counts, recipients, listed: [], told: [], last_event: undefined }
  for (const visit of visits) {
    const machine = visit.machine ?? (isTooSoon(visit, delivered) ? 'too_soon' : undefined)
    const [type, column] = typeOf(visit.kind, machine)
    const is_listed = counts[column] < LISTED_MAX
    counts[column] += visit.count
    const detail = { recipients, code: null, words: '', attempt: 0, ...(visit.url !== '' && { link: visit.url }) }
    if (is_listed) heard.listed.push({ visit, event: { type, detail: { ...detail, ...(machine && { machine }) } } })
    if (machine) continue
    tell(heard.told, visit, is_listed)
    if (heard.last_event !== 'clicked') heard.last_event = visit.kind === 'click' ? 'clicked' : 'opened'
  }
  return heard
}

/** Adds a visit to a signal of the same kind and URL, or creates a new one. */
function tell(told: VisitTally['told'], visit: MailVisit, is_listed: boolean): void {
  const known = told.find(each => each.visit.kind === visit.kind && each.visit.url === visit.url)
  if (known) known.visit = { ...known.visit, count: known.visit.count + visit.count }
  else told.push({ visit, is_listed })
}

function isTooSoon({ kind, at }: MailVisit, delivered: Date | undefined): boolean {
  return kind === 'click' && delivered !== undefined && at.getTime() - delivered.getTime() < SOON_MS
}

function typeOf(kind: TrackedKind, machine: Machine | undefined): [VisitEvent['type'], keyof VisitCounts] {
  if (kind === 'open') return machine ? ['opened_by_machine', 'machine_opened'] : ['opened', 'opened']
  return machine ? ['clicked_by_machine', 'machine_clicked'] : ['clicked', 'clicked']
}

function bare(address: string): string {
  return /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address.trim()
}
