// Counts the pages that accepted emails add to the write-ahead log. The counts depend only on the sizes of the rows.
import { rmSync } from 'node:fs'
import path from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { subscribers } from '../../../src/app/subscribers.ts'
import { destinationShareName } from '../../../src/base/queue/waiting-names.ts'
import { openDatabase } from '../../../src/base/store/open.ts'
import { addTeam } from '../../../src/identity/teams/actions.ts'
import { acceptEmail } from '../../../src/mail/emails/actions.ts'
import { anEmailBody } from '../../support/emails.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { framesByTree, readLog } from '../../support/log-pages.ts'
import { newFile } from '../../support/new-file.ts'

/** The emails that share a commit at 32 connections, on average. */
const EMAILS_OF_COMMIT = 27
/** Emails before the counted ones, so that the trees have several levels. */
const COMMITS_BEFORE = 80
const COMMITS = 60
const NOW_MS = Date.parse('2026-11-20T10:01:02.123Z')
/** One kilobyte as JSON. */
const BODY = anEmailBody({ html: `<p>Thank you!</p><p>${'Lorem ipsum dolor sit amet. '.repeat(32)}</p>` })

interface Counted {
  bytes_per_email: number
  /** Frames per commit, by table or index. */
  frames: Record<string, number>
}

let folder: string
let filename: string

beforeEach(async () => {
  folder = temporaryFolder()
  filename = path.join(folder, 'test.db')
  await newFile(filename)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Accepts emails of one team for a recipient domain without capacity, as under the load of the benchmark. */
async function countAccepted(): Promise<Counted> {
  const database = await openDatabase(`sqlite:${filename}`, { movesLog: false })
  try {
    database.subscribers = subscribers
    const owner = { name: 'A team', email: 'ada@example.com', password_hash: 'none' }
    const { id: team_id } = await database.unit(tx => addTeam(tx, owner, new Date(NOW_MS)))
    database.waitsUnder = () => destinationShareName(team_id, 'example.net')
    const commit = (index: number): Promise<void> =>
      database.unit(async tx => {
        const now = new Date(NOW_MS + index)
        for (let count = 0; count < EMAILS_OF_COMMIT; count++) await acceptEmail(tx, { team_id, body: BODY }, now)
      })
    for (let index = 0; index < COMMITS_BEFORE; index++) await commit(index)
    const before = readLog(filename).frames.length
    for (let index = 0; index < COMMITS; index++) await commit(COMMITS_BEFORE + index)
    const { frames, frame_bytes } = readLog(filename)
    const added = frames.slice(before)
    expect(added.filter(({ commits }) => commits)).toHaveLength(COMMITS)
    const perCommit = Object.entries(framesByTree(filename, added)).map(([tree, count]) => [tree, count / COMMITS])
    return {
      bytes_per_email: (added.length * frame_bytes) / (COMMITS * EMAILS_OF_COMMIT),
      frames: Object.fromEntries(perCommit),
    }
  } finally {
    await database.close()
  }
}

/**
 * The maximum number of pages that a commit writes on average, with those above the leaves. See
 * docs/decisions/email-journal.md.
 */
const FRAMES_MAX: Record<string, number> = {
  emails: 10.3,
  sqlite_autoindex_emails_1: 3.4,
  emails_team_id_id_index: 4.8,
  jobs: 6.8,
  jobs_kind_run_at_index: 5.5,
  usage_days: 1,
  sqlite_schema: 1,
  other: 1.5,
}

describe('the write-ahead log', () => {
  it('grows by at most 5,200 bytes per accepted email of one kilobyte', async () => {
    const { bytes_per_email, frames } = await countAccepted()
    expect(bytes_per_email, JSON.stringify(frames)).toBeLessThanOrEqual(5200)
    expect(Object.keys(frames).toSorted()).toEqual(Object.keys(FRAMES_MAX).toSorted())
    for (const [tree, most] of Object.entries(FRAMES_MAX)) expect(frames[tree], tree).toBeLessThanOrEqual(most)
  })

  it('grows by several hundred more bytes per email with one more index on emails', async () => {
    const driver = new SQLite(filename)
    driver.exec('create index another on emails (team_id, message_id)')
    driver.close()
    const { bytes_per_email, frames } = await countAccepted()
    expect(frames.another).toBeGreaterThan(2)
    expect(bytes_per_email).toBeGreaterThan(5500)
  })
})
