// What is made of visits to one email: what is counted, what is written down of them, and what is said of them.
import type { EngagedEmail } from '../../emails/engagement/actions.ts'
import type { Machine, VisitEvent } from '../../emails/events.ts'
import type { TrackedKind } from '../../../base/secrets/tracking-token.ts'

/** One request for a picture or a link, or several that were alike. */
export interface MailVisit {
  kind: TrackedKind
  team_id: string
  email_id: string
  /** Where a link led; empty of a picture. */
  url: string
  user_agent: string
  network: string
  machine: Machine | undefined
  at: Date
  count: number
}

export interface Counts {
  opened: number
  clicked: number
  machine_opened: number
  machine_clicked: number
}

export const NO_VISITS: Counts = { opened: 0, clicked: 0, machine_opened: 0, machine_clicked: 0 }

/** Of each kind of visit so many are written down of one email; the others are counted. */
const LISTED_MAX = 50
/** No person gets a mail, reads it and follows a link so soon. */
const SOON_MS = 3000

/** What is to be written down, and what is to be said of it. */
export interface VisitTally {
  counts: Counts
  /** The bare address, if there is one: of several it is unknown which it was. */
  recipients: string[]
  listed: { visit: MailVisit; event: VisitEvent }[]
  told: { visit: MailVisit; is_listed: boolean }[]
  last_event: 'opened' | 'clicked' | undefined
}

/** Visits of an email, and how many there were before. */
export interface Visited {
  before: Counts
  visits: readonly MailVisit[]
}

/** `delivered`: when, as far as that is known. */
export function heardOf(
  { to, cc, bcc }: Pick<EngagedEmail, 'to' | 'cc' | 'bcc'>,
  { before, visits }: Visited,
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

/** What is alike but for who it was is said once. */
function tell(told: VisitTally['told'], visit: MailVisit, is_listed: boolean): void {
  const known = told.find(each => each.visit.kind === visit.kind && each.visit.url === visit.url)
  if (known) known.visit = { ...known.visit, count: known.visit.count + visit.count }
  else told.push({ visit, is_listed })
}

function isTooSoon({ kind, at }: MailVisit, delivered: Date | undefined): boolean {
  return kind === 'click' && delivered !== undefined && at.getTime() - delivered.getTime() < SOON_MS
}

function typeOf(kind: TrackedKind, machine: Machine | undefined): [VisitEvent['type'], keyof Counts] {
  if (kind === 'open') return machine ? ['opened_by_machine', 'machine_opened'] : ['opened', 'opened']
  return machine ? ['clicked_by_machine', 'machine_clicked'] : ['clicked', 'clicked']
}

function bare(address: string): string {
  return /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address.trim()
}
