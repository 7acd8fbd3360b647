// Puts together what tracks mail: what rewrites it when it is handed over, and the door that its links and pictures lead to.
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { PATHS_TO_LEAVE } from '../doors/dashboard/paths.ts'
import { linkHosts } from '../doors/http/link-hosts.ts'
import { trackedLinks } from '../doors/http/tracked-links.ts'
import { type Tracked, TrackingTokens } from '../base/secrets/tracking-token.ts'
import { serverSecret } from '../base/store/server-secret.ts'
import type { Database } from '../base/store/database.ts'
import { type MailTracker, mailTracker, trackingHosts, VisitRecorder } from '../mail/tracking/actions.ts'

export interface TrackedMails {
  track: MailTracker
  door: Middleware
  /** Before all other doors: what is to be had at the hosts of those who send. */
  first: Middleware
  /** What was noted is written down when it resolves. */
  stop(): Promise<void>
}

export async function openTracking(
  public_url: string,
  { database, now, log }: { database: Database; now: () => Date; log: Logger },
): Promise<TrackedMails> {
  const tokens = new TrackingTokens(await database.unit(tx => serverSecret(tx, 'tracked_links', now())))
  const recorder = new VisitRecorder({ database, now, log })
  const door = trackedLinks<Tracked>({
    open: (kind, token, host) => tokens.open(kind, token, host),
    note: (tracked, visitor) => recorder.note(tracked, visitor),
  })
  const first = linkHosts({
    own_host: new URL(public_url).hostname,
    isOne: trackingHosts(database),
    links: door,
    paths: PATHS_TO_LEAVE,
  })
  return { track: mailTracker(tokens, public_url), door, first, stop: () => recorder.stop() }
}
