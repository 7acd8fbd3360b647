// Contacts, their property values, segments and topics in the database: isolation between teams, and deletion of
// related rows.
import { randomUUIDv7 } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { planValues, findPropertiesByKey, savePlannedValues } from '../../src/audience/contact-properties/actions.ts'
import * as contact_properties from '../../src/audience/contact-properties/store.ts'
import {
  type Contact,
  findOrCreateContact,
  findContact,
  findOrCreateContactRecord,
  updateContactFields,
} from '../../src/audience/contacts/actions.ts'
import type { ContactFields } from '../../src/audience/contacts/rules.ts'
import { listContacts, removeContact } from '../../src/audience/contacts/store.ts'
import { addToSegment, removeFromSegment } from '../../src/audience/segments/actions.ts'
import { findExistingSegments } from '../../src/audience/segments/store.ts'
import * as segments from '../../src/audience/segments/store.ts'
import type { Database, Tx } from '../../src/base/store/database.ts'
import { statement } from '../../src/base/store/statement.ts'
import { findTopics, isSubscribed, saveContactChoices } from '../../src/audience/topics/actions.ts'
import type { Subscription } from '../../src/audience/topics/rules.ts'
import * as topics from '../../src/audience/topics/store.ts'
import { databases, withTeams } from '../support/databases.ts'

const NOW = new Date('2026-11-20T10:01:02.123Z')
const LATER = new Date('2026-11-20T11:01:02.123Z')
const TABLES = ['contact_property_values', 'segment_members', 'topic_choices'] as const
const counts = TABLES.map(table => statement<object, { count: number }>(knex => knex(table).count({ count: '*' })))

describe.each(databases)('on %s', (_, open) => {
  let database: Database
  let team_id: string
  let stranger: string
  let end: () => Promise<void>

  beforeEach(async () => {
    ;({ database, team_id, stranger, end } = await withTeams(open))
  })
  afterEach(() => end())

  const unit = <T>(body: (tx: Tx) => Promise<T>): Promise<T> => database.unit(body)
  const aContact = (email: string, team = team_id): Promise<Contact> =>
    unit(tx => findOrCreateContact({ tx, team_id: team, now: NOW }, email))
  const aSegment = async (team = team_id): Promise<string> => {
    const id = randomUUIDv7()
    await unit(tx => segments.insertSegment(tx, { id, team_id: team, name: 'S', created_at: NOW.toISOString() }))
    return id
  }
  const aTopic = async (default_subscription: Subscription, team = team_id): Promise<string> => {
    const created_at = NOW.toISOString()
    const topic = { id: randomUUIDv7(), name: 'T', description: null, visibility: 'public' as const, created_at }
    await unit(async tx => topics.insertTopic(tx, { ...topic, team_id: team, default_subscription }))
    return topic.id
  }
  const aProperty = async (key: string, type: 'string' | 'number' = 'string'): Promise<string> => {
    const property = { id: randomUUIDv7(), key, type, fallback_value: null, created_at: NOW.toISOString() }
    await unit(tx => contact_properties.insertContactProperty(tx, team_id, property))
    return property.id
  }
  const rows = () => unit(tx => Promise.all(counts.map(async count => (await tx.get(count, {}))!.count)))

  describe('updateContactFields', () => {
    it('updates the given fields, only for a contact of the team', async () => {
      await aProperty('plan')
      await aProperty('seats', 'number')
      const { id } = await aContact('ana@example.com')
      const update = (fields: ContactFields, team = team_id) =>
        unit(tx => updateContactFields({ tx, team_id: team, now: LATER }, id, fields))
      expect(await update({ first_name: 'Ana', properties: { plan: 'pro', seats: 1e-7 } })).toBe(true)
      expect(await update({ unsubscribed: true, properties: { plan: null } })).toBe(true)
      expect(await update({ first_name: 'Eve' }, stranger)).toBe(false)
      expect(await unit(tx => findContact(tx, team_id, id))).toMatchObject({
        first_name: 'Ana',
        unsubscribed: true,
        properties: { seats: 1e-7 },
        updated_at: LATER.toISOString(),
      })
    })

    it('writes nothing if a key or a value is rejected', async () => {
      await aProperty('plan')
      const before = await aContact('ana@example.com')
      const properties = { plan: 'pro', gone: 'x' }
      const update = unit(tx =>
        updateContactFields({ tx, team_id, now: LATER }, before.id, { first_name: 'A', properties }),
      )
      await expect(update).rejects.toThrow('Unknown contact property `gone`')
      expect(await unit(tx => findContact(tx, team_id, before.id))).toEqual(before)
    })
  })

  describe('properties', () => {
    it('are returned by key with type and default value, for their own team', async () => {
      await aProperty('plan')
      await aProperty('seats', 'number')
      const known = await unit(tx => findPropertiesByKey(tx, team_id))
      expect([...known.keys()]).toEqual(['plan', 'seats'])
      expect(known.get('seats')).toMatchObject({ type: 'number', fallback_value: null })
      expect((await unit(tx => findPropertiesByKey(tx, stranger))).size).toBe(0)
    })

    it('are unique by key', async () => {
      const id = await aProperty('plan')
      await aProperty('plan', 'number')
      expect((await unit(tx => findPropertiesByKey(tx, team_id))).get('plan')).toMatchObject({ id, type: 'string' })
    })
  })

  describe('addToSegment', () => {
    it('returns whether both exist, and adds once', async () => {
      const { id } = await aContact('ana@example.com')
      const segment = await aSegment()
      const add = (contact_id: string, segment_id: string, team = team_id) =>
        unit(tx => addToSegment({ tx, team_id: team, now: NOW }, contact_id, segment_id))
      expect([await add(id, segment), await add(id, segment)]).toEqual([true, true])
      expect(await add(id, await aSegment(stranger))).toBe(false)
      expect(await add((await aContact('ana@example.com', stranger)).id, segment)).toBe(false)
      expect(await add(id, segment, stranger)).toBe(false)
      expect([await add('gone', segment), await add(id, 'gone')]).toEqual([false, false])
      expect(await rows()).toEqual([0, 1, 0])
    })

    it('is reverted by removeFromSegment, for its own team only', async () => {
      const { id } = await aContact('ana@example.com')
      const segment = await aSegment()
      await unit(tx => addToSegment({ tx, team_id, now: NOW }, id, segment))
      expect(await unit(tx => removeFromSegment({ tx, team_id: stranger }, id, segment))).toBe(false)
      expect(await rows()).toEqual([0, 1, 0])
      expect(await unit(tx => removeFromSegment({ tx, team_id }, id, segment))).toBe(true)
      expect(await rows()).toEqual([0, 0, 0])
    })

    it('has a companion that returns the existing segments', async () => {
      const [own, strange] = [await aSegment(), await aSegment(stranger)]
      expect(await unit(tx => findExistingSegments(tx, team_id, [own, strange, 'gone', own]))).toEqual(new Set([own]))
      expect(await unit(tx => findExistingSegments(tx, team_id, []))).toEqual(new Set())
    })
  })

  describe('isSubscribed', () => {
    it('returns the choice of the contact or the default, and false for an unknown topic', async () => {
      const { id } = await aContact('ana@example.com')
      const [wanted, unwanted] = [await aTopic('opt_in'), await aTopic('opt_out')]
      const subscribed = (topic: string, team = team_id) =>
        unit(tx => isSubscribed(tx, { team_id: team, contact_id: id, topic_id: topic }))
      expect([await subscribed(wanted), await subscribed(unwanted)]).toEqual([true, false])
      const choices = new Map<string, Subscription>([
        [wanted, 'opt_out'],
        [unwanted, 'opt_in'],
      ])
      await unit(tx => saveContactChoices({ tx, now: NOW }, { team_id, id }, choices))
      expect([await subscribed(wanted), await subscribed(unwanted)]).toEqual([false, true])
      expect([await subscribed('gone'), await subscribed(unwanted, stranger)]).toEqual([false, false])
      expect([...(await unit(tx => findTopics(tx, team_id, [wanted, 'gone']))).keys()]).toEqual([wanted])
    })
  })

  describe('a deletion', () => {
    async function aFullContact(email: string, ids: { property: string; segment: string; topic: string }) {
      const contact = await aContact(email)
      await unit(async tx => {
        await contact_properties.savePropertyValue(
          tx,
          { team_id, contact_id: contact.id, property_id: ids.property },
          'pro',
        )
        await addToSegment({ tx, team_id, now: NOW }, contact.id, ids.segment)
        await saveContactChoices({ tx, now: NOW }, contact, new Map([[ids.topic, 'opt_out']]))
      })
      return contact.id
    }

    it('includes the rows that refer to a contact', async () => {
      const ids = { property: await aProperty('plan'), segment: await aSegment(), topic: await aTopic('opt_in') }
      const [gone, kept] = [await aFullContact('a@x.org', ids), await aFullContact('b@x.org', ids)]
      expect(await unit(tx => removeContact(tx, { team_id: stranger, id: gone }))).toBe(false)
      expect(await unit(tx => removeContact(tx, { team_id, id: gone }))).toBe(true)
      expect(await unit(tx => removeContact(tx, { team_id, id: gone }))).toBe(false)
      expect(await rows()).toEqual([1, 1, 1])
      expect((await unit(tx => findContact(tx, team_id, kept)))!.properties).toEqual({ plan: 'pro' })
    })

    it('is visible before the rows are removed', async () => {
      const ids = { property: await aProperty('plan'), segment: await aSegment(), topic: await aTopic('opt_in') }
      const id = await aFullContact('a@x.org', ids)
      await unit(async tx => {
        await contact_properties.removeContactProperty(tx, { team_id, id: ids.property })
        await segments.removeSegment(tx, { team_id, id: ids.segment })
        await topics.removeTopic(tx, { team_id, id: ids.topic })
      })
      expect(await rows()).toEqual([1, 1, 1])
      expect((await unit(tx => findContact(tx, team_id, id)))!.properties).toEqual({})
      expect(
        (await unit(tx => segments.listSegmentsOf({ tx, team_id }, { contact_id: id, ruled_ids: [] }, {}))).rows,
      ).toEqual([])
      expect((await unit(tx => listContacts(tx, team_id, { segment_id: ids.segment, now: new Date(0) }))).rows).toEqual(
        [],
      )
      await unit(async tx => {
        const more = [
          await contact_properties.removeValuesOf(tx, { team_id, property_id: ids.property }),
          await segments.removeMembers(tx, { team_id, segment_id: ids.segment }),
          await topics.removeTopicChoices(tx, { team_id, topic_id: ids.topic }),
        ]
        expect(more).toEqual([false, false, false])
      })
      expect(await rows()).toEqual([0, 0, 0])
    })

    it('removes rows two hundred at a time', async () => {
      const ids = { property: await aProperty('plan'), segment: await aSegment(), topic: await aTopic('opt_in') }
      await unit(async tx => {
        for (let number = 0; number < 201; number++) {
          const { id } = await findOrCreateContactRecord({ tx, team_id, now: NOW }, `c${number}@x.org`)
          await savePlannedValues(tx, { team_id, contact_id: id }, await planValues(tx, team_id, { plan: 'pro' }))
          await addToSegment({ tx, team_id, now: NOW }, id, ids.segment)
          await saveContactChoices({ tx, now: NOW }, { team_id, id }, new Map([[ids.topic, 'opt_out']]))
        }
      })
      const some = (tx: Tx) =>
        Promise.all([
          contact_properties.removeValuesOf(tx, { team_id, property_id: ids.property }),
          segments.removeMembers(tx, { team_id, segment_id: ids.segment }),
          topics.removeTopicChoices(tx, { team_id, topic_id: ids.topic }),
        ])
      expect([await unit(some), await rows()]).toEqual([
        [true, true, true],
        [1, 1, 1],
      ])
      expect([await unit(some), await rows()]).toEqual([
        [false, false, false],
        [0, 0, 0],
      ])
    })
  })
})
