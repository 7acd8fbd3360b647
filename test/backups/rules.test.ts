// Determines from file names when a backup is due and which ones are deleted.
import { describe, expect, it } from 'vitest'
import {
  backupName,
  backupsToRemove,
  isBackupDue,
  newestBackup,
  unfinishedBackups,
} from '../../src/app/backups/schedule.ts'

const NOW = new Date('2026-11-22T07:00:00.000Z')
const HOUR_MS = 3_600_000
const hoursAgo = (hours: number): string => backupName(new Date(NOW.getTime() - hours * HOUR_MS))
const STRANGE = ['notes.txt', 'lettermill.db', 'lettermill-2026-11-22.db', 'lettermill-2026-99-22T07-00-00Z.db']

describe('a scheduled backup', () => {
  it('is named by its start time, without characters that some file systems reject', () => {
    expect(backupName(new Date('2026-11-22T07:08:09.999Z'))).toBe('lettermill-2026-11-22T07-08-09Z.db')
  })

  it.each<[string, string[], boolean]>([
    ['no backup exists', [], true],
    ['there is only what was not made on time', STRANGE, true],
    ['the newest is as old as that', [hoursAgo(24), hoursAgo(48)], true],
    ['the newest is not as old', [hoursAgo(48), hoursAgo(23.9)], false],
    ['one was named by a clock that was ahead', [hoursAgo(-24 * 365), hoursAgo(30)], true],
    ['one is not finished', [`${hoursAgo(1)}.unfinished`], true],
  ])('is due, or not, when %s', (_, names, due) => {
    expect(isBackupDue(names, 24 * HOUR_MS, NOW)).toBe(due)
  })

  it('is the newest one, in any order of the names', () => {
    expect(newestBackup([hoursAgo(2), hoursAgo(1), hoursAgo(3), ...STRANGE], NOW)).toEqual(
      new Date(NOW.getTime() - HOUR_MS),
    )
    expect(newestBackup(STRANGE, NOW)).toBeUndefined()
  })

  it('replaces the oldest backups, and deletes no other files', () => {
    const names = [hoursAgo(1), hoursAgo(-5), hoursAgo(3), ...STRANGE, hoursAgo(2), `${hoursAgo(9)}.unfinished`]
    expect(backupsToRemove(names, 1, NOW)).toEqual([hoursAgo(3), hoursAgo(2)])
    expect(backupsToRemove(names, 3, NOW)).toEqual([])
    expect(backupsToRemove([], 1, NOW)).toEqual([])
  })

  it('that was interrupted is recognized by its name', () => {
    const left = [`${hoursAgo(1)}.unfinished`, `${hoursAgo(1)}.unfinished-wal`, `${hoursAgo(1)}.unfinished-journal`]
    expect(unfinishedBackups([...left, ...STRANGE, hoursAgo(1), 'backup.db.unfinished'])).toEqual(left)
  })
})
