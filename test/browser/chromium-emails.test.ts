// Finding the cause of a failed delivery in a real browser, from the start page, among 100,000 emails.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { statement } from '../../src/base/store/statement.ts'
import { launchBrowser } from '../support/browser.ts'
import { writeLedger } from '../support/ledger.ts'
import { mailSink, type MailSink } from '../support/mail-sink.ts'
import { firstTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const MAILS = 100_000

let server: TestServer
let sink: MailSink
let browser: Browser

/** Emails of past weeks, inserted with SQL. */
const emails = statement<{ team_id: string; count: number }>((knex, param) =>
  knex.raw(
    `with recursive number (i) as (select 1 union all select i + 1 from number where i < ?)
     insert into emails (id, team_id, message_id, "from", "to", cc, bcc, reply_to, subject, tags, created_at, headers, html)
     select printf('0195%08x-7000-8000-%012x', i, i), ?, '<a@example.org>', 'Ada <ada@example.org>',
       '["p' || i || '@example.net"]', '[]', '[]', '[]', 'Invoice ' || i, '[]', '2026-03-01T00:00:00.000Z', '{}', '<p>Hi</p>'
     from number`,
    [param('count'), param('team_id')],
  ),
)
const states = statement<{ team_id: string }>((knex, param) =>
  knex.raw(
    `insert into email_states (email_id, team_id, last_event, settled, recipients)
     select id, team_id, 'delivered', '{}', '[]' from emails where team_id = ?`,
    [param('team_id')],
  ),
)

beforeAll(async () => {
  sink = await mailSink({ recipient: () => ({ code: 550, words: '5.2.1 This mailbox is disabled' }) })
  ;[server, browser] = await Promise.all([startServer({ SMTP_URL: sink.url }), launchBrowser()])
  const team_id = await firstTeamOf(server, server.admin.email)
  await server.database.unit(async tx => {
    tx.put(emails, { team_id, count: MAILS })
    tx.put(states, { team_id })
  })
  await writeLedger(server.database, team_id, [{ at: '2026-11-01T00:00:00.000Z', last_event: 'delivered' }])
  const body = {
    from: 'ada@example.org',
    to: 'Ana <ana@example.com>',
    subject: 'Your invoice',
    html: '<p>Dear Ana</p>',
  }
  await server.call('POST', '/emails', { body })
  await server.queue.idle()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
  await sink.close()
})

it('leads from the start page to the cause of a failed delivery in three actions', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page: Page = await context.newPage()
  await page.goto(server.url)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()

  let actions = 0
  const act = async (what: Promise<unknown>): Promise<void> => {
    await what
    actions++
  }
  const box = page.getByRole('searchbox', { name: 'Search everything' }).first()
  await act(box.fill('ana@example.com'))
  await act(box.press('Enter'))
  await act(page.getByRole('link', { name: /Your invoice/ }).click())
  expect(actions).toBe(3)

  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Your invoice')
  const told = await page.locator('.timeline').innerText()
  expect(told).toContain('Rejected permanently')
  expect(told).toContain('ana@example.com')
  expect(told).toContain('550 5.2.1 This mailbox is disabled')
  // The content of the undelivered email is shown.
  expect(await page.frameLocator('iframe').locator('p').innerText()).toBe('Dear Ana')
  // An old email is found as well.
  await page.goto(`${server.url}/emails?q=p77@example.net`)
  expect(await page.locator('.list .subject').allTextContents()).toEqual(['Invoice 77'])
  // The search links to the page of the recipient.
  await page.goto(`${server.url}/emails?q=ana@example.com`)
  await page.getByRole('link', { name: /History of/ }).click()
  expect(await page.locator('main').innerText()).toContain('No emails are sent to this address')
  await context.close()
})
