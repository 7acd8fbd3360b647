// What is tracked of a domain's mail, and where its tracked links lead.
import { idOfRecord } from './records.ts'
import type { Domain } from './rules.ts'

export interface DomainTracking {
  opens: boolean
  clicks: boolean
  /** The newest tracking subdomain whose record was found, as a whole name; `undefined`: there is none. */
  host: string | undefined
}

/** `undefined`: nothing is tracked. */
export function trackingOf({
  name,
  open_tracking: opens,
  click_tracking: clicks,
  is_placeholder,
  tracking,
  checks,
}: Domain): DomainTracking | undefined {
  if (is_placeholder || (!opens && !clicks)) return undefined
  return { opens, clicks, host: trackingHostsOf({ name, tracking, checks }).at(-1) }
}

/** Its tracking subdomains whose records were found, the newest last; what is tracked now does not matter. */
export function trackingHostsOf({ name, tracking, checks }: Pick<Domain, 'name' | 'tracking' | 'checks'>): string[] {
  // a tracking host that is gone for a while must not be given to another team meanwhile
  const isFound = (host: string): boolean =>
    ['verified', 'temporary_failure'].includes(
      checks[idOfRecord({ record: 'Tracking', type: 'CNAME', host })]?.status ?? '',
    )
  return tracking.map(label => `${label}.${name}`).filter(isFound)
}
