// When a backup is due, what it is called and which ones are removed: decided by the names of those that there are, so that
// neither a restart nor a move to another machine changes anything.

const NAME = /^lettermill-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db$/
const UNFINISHED = /^(lettermill-[\dTZ-]+\.db)\.unfinished(?:-\w+)?$/

/** The name of a backup that is begun now. No colons: not every disk takes them. */
export function backupName(now: Date): string {
  return `lettermill-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
}

/** When the newest one was begun. One of the future was named by a clock that was wrong, and does not prevent new ones. */
export function newestBackup(names: readonly string[], now: Date): Date | undefined {
  return ofThePast(names, now).at(-1)?.begun_at
}

export function isBackupDue(names: readonly string[], every_ms: number, now: Date): boolean {
  const newest = newestBackup(names, now)
  return newest === undefined || now.getTime() - newest.getTime() >= every_ms
}

/** All but the newest `keep`; never a file with another name than ours. */
export function backupsToRemove(names: readonly string[], keep: number, now: Date): string[] {
  return ofThePast(names, now)
    .slice(0, -keep)
    .map(({ name }) => name)
}

/** What is left of one that was interrupted. */
export function unfinishedBackups(names: readonly string[]): string[] {
  return names.filter(name => begunAt(UNFINISHED.exec(name)?.[1] ?? '') !== undefined)
}

/** The oldest first. */
function ofThePast(names: readonly string[], now: Date): { name: string; begun_at: Date }[] {
  return names
    .flatMap(name => {
      const begun_at = begunAt(name)
      return begun_at !== undefined && begun_at <= now ? [{ name, begun_at }] : []
    })
    .toSorted((one, other) => one.begun_at.getTime() - other.begun_at.getTime())
}

function begunAt(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  if (day === undefined) return undefined
  const begun_at = new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
  return Number.isNaN(begun_at.getTime()) ? undefined : begun_at
}
