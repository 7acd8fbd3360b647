// Two servers on one database receive many emails for one inbox concurrently.
import { rmSync } from 'node:fs'
import { afterAll, expect, it } from 'vitest'
import { removeDatabaseOf } from '../../support/databases.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { CONVERSATION, receiveInOneInbox } from '../../support/one-inbox.ts'

const EMAILS = 200
const DATA_DIR = temporaryFolder()

afterAll(async () => {
  await removeDatabaseOf(DATA_DIR)
  rmSync(DATA_DIR, { recursive: true, force: true })
})

it('stores each email in its thread with few retries and no logged errors', async () => {
  const { inbox, errors, retries } = await receiveInOneInbox([{ DATA_DIR }, { DATA_DIR }], EMAILS)
  expect(inbox.unread).toBe(EMAILS / CONVERSATION)
  expect(inbox.email_counts).toEqual(Array.from({ length: EMAILS / CONVERSATION }, () => CONVERSATION))
  expect(errors).toEqual([])
  // transactions on one inbox are serialized; before, most ran at least twice, and some exhausted their retries
  expect(retries.most).toBeLessThan(4)
  expect(retries.all).toBeLessThan(EMAILS / 4)
})
