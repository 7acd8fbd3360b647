// Optional writes of pages, so that pages are shown even if nothing can be stored.
import { DatabaseUnavailable } from '../../../base/store/database.ts'
import { findLiveSession, consumeFlash } from '../../../identity/teams/sessions/actions.ts'
import type { DashboardParts } from '../parts.ts'

type StorableParts = Pick<DashboardParts, 'database' | 'now'>

/** Saves that a session was used. */
export async function saveSeenIfWritable({ database, now }: StorableParts, session: string): Promise<void> {
  await orUnavailable(database.unit(tx => findLiveSession(tx, session, now())))
}

/** Returns and removes the flash message for a page. If nothing can be stored, it is kept for the next view of the page. */
export function consumeFlashIfWritable(
  { database, now }: StorableParts,
  flash_at: { token: string; page: string },
): Promise<string | undefined> {
  return orUnavailable(database.unit(tx => consumeFlash(tx, flash_at, now())))
}

async function orUnavailable<T>(written: Promise<T>): Promise<T | undefined> {
  try {
    return await written
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return undefined
    throw error
  }
}
