// Puts together what tracks mail: what rewrites it when it is handed over, and the door that its links and pictures lead to.
import type { Middleware } from 'koa'
import type { Logger } from 'pino'
import { trackedLinks } from './http/tracked-links.ts'
import { type Tracked, TrackingTokens } from './secrets/tracking-token.ts'
import { serverSecret } from './secrets/store.ts'
import type { Database } from './store/database.ts'
import { type MailTracker, mailTracker, VisitRecorder } from './tracking/actions.ts'

export interface TrackedMails {
  track: MailTracker
  door: Middleware
  /** What was noted is written down when it resolves. */
  stop(): Promise<void>
}

export async function openTracking(
  public_url: string,
  database: Database,
  now: () => Date,
  log: Logger,
): Promise<TrackedMails> {
  const tokens = new TrackingTokens(await database.unit(tx => serverSecret(tx, 'tracked_links', now())))
  const recorder = new VisitRecorder({ database, now, log })
  const door = trackedLinks<Tracked>({
    open: (kind, token, host) => tokens.open(kind, token, host),
    note: (tracked, visitor) => recorder.note(tracked, visitor),
  })
  return { track: mailTracker(tokens, public_url), door, stop: () => recorder.stop() }
}
