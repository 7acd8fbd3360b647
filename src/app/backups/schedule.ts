// Decides when a backup is due, its file name, and which backups are removed. Only the file names in the folder are
// used, so a restart or a move to another machine changes nothing.

const NAME = /^lettermill-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db$/
const UNFINISHED = /^(lettermill-[\dTZ-]+\.db)\.unfinished(?:-\w+)?$/

/** File name of a backup that starts now. It has no colons, because some file systems do not allow them. */
export function backupName(now: Date): string {
  return `lettermill-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`
}

/**
 * Start time of the newest backup. A name with a future time comes from a wrong clock and is ignored: otherwise it
 * would prevent new backups.
 */
export function newestBackup(names: readonly string[], now: Date): Date | undefined {
  return ofThePast(names, now).at(-1)?.begun_at
}

export function isBackupDue(names: readonly string[], every_ms: number, now: Date): boolean {
  const newest = newestBackup(names, now)
  return newest === undefined || now.getTime() - newest.getTime() >= every_ms
}

/** All backups except the newest `keep`. Files with other kinds of names are never included. */
export function backupsToRemove(names: readonly string[], keep: number, now: Date): string[] {
  return ofThePast(names, now)
    .slice(0, -keep)
    .map(({ name }) => name)
}

/** Files left by an interrupted backup. */
export function unfinishedBackups(names: readonly string[]): string[] {
  return names.filter(name => begunAt(UNFINISHED.exec(name)?.[1] ?? '') !== undefined)
}

/** Oldest first. */
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
