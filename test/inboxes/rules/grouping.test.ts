// Grouping emails into threads: the result does not depend on the order in which they arrive.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { groupingKeys, REFERENCES_MAX, baseSubject } from '../../../src/inbound/inboxes/threads/grouping.ts'
import { inboxesOf, receiveFor } from '../../support/inboxes.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

interface Mail {
  id: string
  refs: string[]
}

/** Pseudorandom numbers that are the same in each run. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Emails that reference some of the others and messages that never arrive. */
function randomMails(draw: (below: number) => number): Mail[] {
  return Array.from({ length: 8 }, (_, index) => ({
    id: `<m${index}@x>`,
    refs: Array.from({ length: draw(3) }, () => (draw(4) === 0 ? `<gone${draw(3)}@x>` : `<m${draw(8)}@x>`)),
  }))
}

/** Groups emails that share a message id. */
function naiveGroups(mails: readonly Mail[]): string[] {
  const groups: Mail[][] = []
  for (const mail of mails) {
    const named = (each: Mail): string[] => [each.id, ...each.refs]
    const joined = groups.filter(group => group.some(other => named(other).some(id => named(mail).includes(id))))
    for (const group of joined) groups.splice(groups.indexOf(group), 1)
    groups.push([...joined.flat(), mail])
  }
  return shown(groups.map(group => group.map(({ id }) => id)))
}

const shown = (groups: readonly (readonly string[])[]): string[] =>
  groups.map(group => group.toSorted().join(' ')).toSorted()

const shuffled = <T>(list: readonly T[], draw: (below: number) => number): T[] =>
  list
    .map(each => ({ each, at: draw(1_000_000) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ each }) => each)

describe('emails that reference each other', () => {
  it('are grouped independently of their order', async () => {
    const team = await aTeam(server, 'Grouping')
    const own = await inboxesOf(server, 'grouping.example.com', team)
    const draw = chance(7)
    for (let round = 0; round < 40; round++) {
      const mails = randomMails(draw)
      const address = `round${round}@${own.domain}`
      const inbox = await own.anInbox(`round${round}`)
      for (const { id, refs } of shuffled(mails, draw))
        await receiveFor(server, team.team_id, address, { id, refs, subject: null })
      const threads = await own.threads(inbox, '?limit=100')
      const groups = []
      for (const { id, email_count } of threads) {
        const { data } = (await own.ask('GET', `/inboxes/${inbox}/threads/${id}/emails?limit=100`)).body
        expect(data).toHaveLength(email_count)
        groups.push(data.map((email: { message_id: string }) => email.message_id))
      }
      expect(shown(groups), JSON.stringify(mails)).toEqual(naiveGroups(mails))
      expect(await own.unread(inbox)).toBe(threads.length)
    }
  }, 60_000)

  it('merge the labels, the drafts and the folders of two threads', async () => {
    const team = await aTeam(server, 'Merging')
    const own = await inboxesOf(server, 'merging.example.com', team)
    const inbox = await own.anInbox()
    await own.receive({ id: '<a@x>', subject: 'A' })
    await own.receive({ id: '<b@x>', subject: 'B', files: 1 })
    const [b, a] = await own.threads(inbox)
    const label = (await own.ask('POST', `/inboxes/${inbox}/labels`, { name: 'Both' })).body.id
    const [only] = [(await own.ask('POST', `/inboxes/${inbox}/labels`, { name: 'Only' })).body.id]
    await own.ask('POST', `/inboxes/${inbox}/threads/${a.id}/labels`, { labels: [label] })
    await own.ask('POST', `/inboxes/${inbox}/threads/${b.id}/labels`, { labels: [label, only] })
    await own.ask('PATCH', `/inboxes/${inbox}/threads/${a.id}`, { folder: 'archive', read: true })
    await own.receive({ id: '<c@x>', refs: ['<a@x>', '<b@x>'], subject: 'C' })
    const [thread, ...others] = await own.threads(inbox)
    expect(others).toEqual([])
    expect(thread).toMatchObject({ email_count: 3, has_attachment: true, folder: 'inbox', read: false })
    expect(thread.labels.map(({ name }: { name: string }) => name)).toEqual(['Both', 'Only'])
    expect((await own.threads(inbox, `?labels=${only}`)).map(({ id }) => id)).toEqual([thread.id])
    expect(await own.unread(inbox)).toBe(1)
  })
})

describe('the grouping keys of an email', () => {
  const email = { subject: null, message_id: '<own@x>', in_reply_to: [], references: [], people: [] }

  it('are the same with and without angle brackets, without duplicates', () => {
    const { messages } = groupingKeys({ ...email, in_reply_to: ['a@x'], references: [' <a@x> ', '<own@x>', ''] })
    expect(messages).toHaveLength(2)
    expect(groupingKeys({ ...email, message_id: 'a@x' }).messages[0]).toBe(messages[1])
  })

  it('are limited to the first and the last messages of a long conversation', () => {
    const references = Array.from({ length: 10_000 }, (_, index) => `<${index}@x>`)
    const { messages } = groupingKeys({ ...email, references })
    expect(messages).toHaveLength(REFERENCES_MAX)
    for (const kept of ['<0@x>', '<2@x>', '<9999@x>', '<9985@x>'])
      expect(messages).toContain(groupingKeys({ ...email, message_id: kept }).messages[0])
  })

  it.each([
    ['Re: Offer', 'offer', true],
    ['RE: AW:  Re[2]: Offer  7 ', 'offer 7', true],
    ['Antw: Offer', 'offer', true],
    ['Fwd: Offer', 'fwd: offer', false],
    ['Regarding: Offer', 'regarding: offer', false],
    ['Re:', '', true],
    ['', '', false],
  ])('parses the subject %j', (subject, base, isReply) => {
    expect(baseSubject(subject)).toEqual({ base, isReply })
  })
})
