// Storage of emails and their events.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { acceptEmail, type Delivery, findEmail, recordDelivery } from '../../src/mail/emails/actions.ts'
import type { NewEvent } from '../../src/mail/emails/events.ts'
import { newEmail, type Email } from '../../src/mail/emails/rules.ts'
import {
  DeliveryConflict,
  findEmailInDelivery,
  insertEmail,
  listEmailEvents,
  listEmailRecords,
} from '../../src/mail/emails/store.ts'
import type { Database } from '../../src/base/store/database.ts'
import { OrderedIds } from '../../src/base/store/ids.ts'
import { statement } from '../../src/base/store/statement.ts'
import { databases, ON_POSTGRES, withTeams } from '../support/databases.ts'
import { anEmailBody } from '../support/emails.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')

// ordered within a millisecond, as a database creates them
const ids = new OrderedIds()

const jobs = statement<object, { id: string; kind: string; payload: string }>(knex =>
  knex('jobs').select('id', 'kind', 'payload'),
)
const emails = statement<object, { count: number }>(knex => knex('emails').count({ count: '*' }))
const states = statement<object, { count: number }>(knex => knex('email_states').count({ count: '*' }))
const removeTeam = statement<{ id: string }>((knex, place) => knex('teams').where('id', place('id')).delete())

describe.each(databases)('emails on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  const anEmail = (fields: object = {}, now = NOW): Email =>
    newEmail(anEmailBody(fields), { id: ids.next(), team_id, now })
  const stored = async (email: Email): Promise<Email> => {
    await database.unit(tx => insertEmail(tx, email, undefined))
    return email
  }

  it.each([
    ['minimum', { text: 'Hello', html: undefined }],
    [
      'maximum of',
      {
        to: ['"Hopper, Grace" <grace@example.net>', 'alan@example.net'],
        cc: 'Zoë <zoe@example.net>',
        bcc: ['secret@example.net'],
        reply_to: 'help@example.org',
        subject: "Grüße 李 🎉 'quoted'",
        html: '<p>\u2028</p>',
        text: '',
        headers: { 'X-Entity-Ref-ID': '7', __proto__x: '1' },
        tags: [{ name: 'kind', value: 'invoice' }],
      },
    ],
  ])('are read back unchanged, with the %s possible fields', async (_what, fields) => {
    const email = await stored(anEmail(fields))
    expect(await database.read(tx => findEmailInDelivery(tx, team_id, email.id))).toEqual({
      ...email,
      settled: {},
      recipients: [],
    })
    const {
      headers: _,
      template_id: _template,
      ...shown
    } = { ...email, recipients: [], origin_kind: null, version: null }
    expect(await database.read(tx => findEmail(tx, team_id, email.id))).toEqual(shown)
  })

  it('are not visible to another team', async () => {
    const { id } = await stored(anEmail())
    expect(await database.read(tx => findEmail(tx, stranger, id))).toBeUndefined()
    expect((await database.read(tx => listEmailRecords(tx, { team_id: stranger }, {}))).rows).toEqual([])
    await expect(database.read(tx => listEmailRecords(tx, { team_id: stranger }, { after: id }))).rejects.toThrow(
      'cursor',
    )
  })

  it('are listed newest first without content, in stable pages', async () => {
    const emails = []
    // two at a time, so that some have the same timestamp
    for (let index = 0; index < 6; index++) {
      emails.push(await stored(anEmail({ subject: `${index}` }, new Date(NOW.getTime() + Math.floor(index / 2)))))
    }
    const { rows } = await database.read(tx => listEmailRecords(tx, { team_id }, { limit: 4 }))
    const seen = rows.map(({ id }) => id)
    await stored(anEmail({ subject: 'new' }, new Date(NOW.getTime() + 1000)))
    const rest = await database.read(tx => listEmailRecords(tx, { team_id }, { limit: 4, after: seen[3]! }))
    expect(rest.has_more).toBe(false)
    expect([...seen, ...rest.rows.map(({ id }) => id)].toSorted()).toEqual(emails.map(({ id }) => id).toSorted())
    expect(rows[0]).not.toHaveProperty('html')
    expect(rows.map(({ created_at }) => created_at)).toEqual(
      rows
        .map(row => row.created_at)
        .toSorted()
        .toReversed(),
    )
  })

  it('are stored with the job that delivers them under the same id, or not at all', async () => {
    const { id } = await database.unit(tx => acceptEmail(tx, { team_id, body: anEmailBody() }, NOW))
    const failing = database.unit(async tx => {
      await acceptEmail(tx, { team_id, body: anEmailBody() }, NOW)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    // with several processes, one of the previous version still needs the ids in the payload
    const both = ON_POSTGRES ? { team_id, email_id: id } : {}
    const payload = JSON.stringify({ ...both, destination: 'example.net' })
    expect(await database.read(tx => tx.all(jobs, {}))).toEqual([{ id, kind: 'deliver_email', payload }])
    expect((await database.read(tx => listEmailRecords(tx, { team_id }, {}))).rows).toHaveLength(1)
  })

  it('store their events and the final status of recipients', async () => {
    const email = await stored(anEmail())
    const detail = { recipients: ['grace@example.net'], code: 250, words: '250 OK', attempt: 1 }
    const events: NewEvent[] = [{ type: 'delivered', detail }]
    const settled = { 'grace@example.net': 'delivered' } as const
    const recipients = [{ address: 'grace@example.net', status: 'delivered', code: 250, reply: '250 OK' } as const]
    const delivery: Delivery = { last_event: 'delivered', settled, recipients: [...recipients], events }
    await database.unit(tx => recordDelivery({ tx, now: NOW }, { ...email, recipients: [] }, delivery))
    const after = await database.read(tx => findEmailInDelivery(tx, team_id, email.id))
    expect(after).toEqual({ ...email, last_event: 'delivered', settled, recipients })
    expect(await database.read(tx => listEmailEvents(tx, { team_id, email_id: email.id }))).toEqual([
      { id: expect.any(String), type: 'delivered', detail, created_at: NOW.toISOString() },
    ])
  })

  it('reject a result based on a state that was changed meanwhile', async () => {
    const email = { ...(await stored(anEmail())), recipients: [] }
    const told = (status: 'delivered' | 'bounced'): Delivery => {
      const recipients = [{ address: 'grace@example.net', status, code: null, reply: '' }]
      return { last_event: status, settled: {}, recipients, events: [] }
    }
    await database.unit(tx => recordDelivery({ tx, now: NOW }, email, told('bounced')))
    const late = database.unit(tx => recordDelivery({ tx, now: NOW }, email, told('delivered')))
    await expect(late).rejects.toThrow(DeliveryConflict)
    const after = (await database.read(tx => findEmailInDelivery(tx, team_id, email.id)))!
    expect(after.last_event).toBe('bounced')
    await database.unit(tx => recordDelivery({ tx, now: NOW }, after, told('delivered')))
    expect((await database.read(tx => findEmailInDelivery(tx, team_id, email.id)))!.last_event).toBe('delivered')
  })

  // PostgreSQL has no foreign key to the team: teams are not deleted there
  it.skipIf(ON_POSTGRES)('are deleted with their team', async () => {
    const email = await stored(anEmail())
    await database.unit(tx =>
      recordDelivery(
        { tx, now: NOW },
        { ...email, recipients: [] },
        { last_event: 'delivered', settled: {}, recipients: [], events: [] },
      ),
    )
    await database.unit(tx => tx.run(removeTeam, { id: team_id }))
    for (const table of [emails, states]) expect((await database.read(tx => tx.get(table, {})))!.count).toBe(0)
  })
})
