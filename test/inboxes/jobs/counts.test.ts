// The counters of an inbox, compared with a simple model of the same operations: in any order, also concurrently.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { removeFromInboxes } from '../../../src/inbound/inboxes/threads/actions.ts'
import { listMessagesOf } from '../../../src/inbound/inboxes/store/messages.ts'
import { inboxesOf } from '../../support/inboxes.ts'
import { aTeam, startServer, type TestServer } from '../../support/server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** Pseudorandom numbers that are the same in each run. */
function chance(seed: number): (below: number) => number {
  let state = seed
  return below => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

interface Thread {
  folder: string
  read: boolean
  emails: string[]
  /** The received ones. */
  received: string[]
  drafts: string[]
}

const SEEN_FIRST = ['inbox', 'archive', 'sent', 'trash', 'spam']
const CONVERSATIONS = 6

async function anAccount(seed: number) {
  const own = await inboxesOf(server, `counts${seed}.example.com`, await aTeam(server, `Counts ${seed}`))
  const inbox = await own.anInbox()
  const draw = chance(seed)
  /** By conversation; empty if it has no open thread. */
  const open = new Map<number, Thread>()
  const others: Thread[] = []
  const { team_id } = own
  const idOf = async (thread: Thread): Promise<string> => {
    const [message] = await server.database.read(tx => listMessagesOf(tx, { team_id, id: thread.emails[0]! }))
    return message!.thread_id
  }
  const at = async (thread: Thread): Promise<string> => `/inboxes/${inbox}/threads/${await idOf(thread)}`
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await own.ask(method, path, body)
    expect([200, 201], JSON.stringify(answer.body)).toContain(answer.status)
    return answer.body
  }

  const come = (thread: Thread, id: string): void => {
    thread.emails.push(id)
    thread.received.push(id)
    thread.read = false
    if (thread.folder !== 'spam') thread.folder = 'inbox'
  }
  const begin = (): Thread => ({ folder: 'inbox', read: false, emails: [], received: [], drafts: [] })
  const receive = async (number: number): Promise<void> => {
    const id = await own.receive({ refs: [`<c${number}@x>`], subject: `c${number}` })
    if (!open.has(number)) open.set(number, begin())
    come(open.get(number)!, id)
  }
  const receiveSpam = async (number: number): Promise<void> => {
    const id = await own.receive({ refs: [`<c${number}@x>`], subject: `c${number}`, verdict: 'spam' })
    others.push({ ...begin(), folder: 'spam', emails: [id], received: [id] })
  }
  const change = (body: { read?: boolean; folder?: string }) => async (number: number) => {
    const thread = open.get(number)!
    await ask('PATCH', await at(thread), body)
    Object.assign(thread, body)
  }
  const remove = async (number: number): Promise<void> => {
    const thread = open.get(number)!
    await ask('DELETE', await at(thread))
    for (const [each, its] of open) if (its === thread) open.delete(each)
  }
  const reply = async (number: number): Promise<void> => {
    const thread = open.get(number)!
    const { id } = await ask('POST', `${await at(thread)}/emails/${thread.emails.at(-1)}/reply`, { text: 'x' })
    thread.emails.push(id)
  }
  const draft = async (number: number): Promise<void> => {
    const thread = open.get(number)!
    const answered = { thread_id: await idOf(thread), reply_to_email_id: thread.received.at(-1) }
    const { status, body } = await own.ask('POST', `/inboxes/${inbox}/drafts`, { ...answered, text: 'x' })
    if (status === 201) thread.drafts.push(body.id)
    else expect(status).toBe(409)
  }
  const endDraft = (sends: boolean) => async (number: number) => {
    const thread = open.get(number)!
    const id = thread.drafts.shift()
    if (id === undefined) return
    const path = `/inboxes/${inbox}/drafts/${id}`
    if (sends) thread.emails.push((await ask('POST', `${path}/send`)).id)
    else await ask('DELETE', path)
  }
  const lose = async (number: number): Promise<void> => {
    const thread = open.get(number)!
    if (thread.received.length < 2 || thread.drafts.length > 0) return
    const id = thread.received.shift()!
    await server.database.unit(tx => removeFromInboxes({ tx, team_id, now: server.now() }, id))
    thread.emails.splice(thread.emails.indexOf(id), 1)
  }
  const ALWAYS = [receive, receive, receive, receiveSpam]
  const changes: { read?: boolean; folder?: string }[] = [
    { read: true },
    { read: false },
    { folder: 'inbox' },
    { folder: 'archive' },
    { folder: 'archive', read: true },
    { folder: 'spam' },
    { folder: 'trash' },
  ]
  const OPEN = [...changes.map(change), reply, draft, draft, endDraft(true), endDraft(false), lose, remove]

  /** Changes a few conversations concurrently, one action each. */
  async function step(): Promise<void> {
    const chosen = Array.from({ length: 1 + draw(4) }, () => draw(CONVERSATIONS))
    // one action per thread
    const byThread = new Map(chosen.map(number => [open.get(number) ?? number, number]))
    await Promise.all(
      [...byThread.values()].map(number => {
        const acts = open.get(number)?.received.length ? [...ALWAYS, ...OPEN] : ALWAYS
        return acts[draw(acts.length)]!(number)
      }),
    )
  }
  /** Receives an email that references messages of two conversations. */
  async function merge(): Promise<void> {
    const [one, other] = [draw(CONVERSATIONS), draw(CONVERSATIONS)]
    const [into, from] = [open.get(one), open.get(other)]
    if (!into || !from || into === from) return
    const id = await own.receive({ refs: [`<c${one}@x>`, `<c${other}@x>`] })
    into.folder = SEEN_FIRST.find(each => each === into.folder || each === from.folder)!
    into.read &&= from.read
    for (const key of ['emails', 'received', 'drafts'] as const) into[key].push(...from[key])
    come(into, id)
    for (const [number, thread] of open) if (thread === from) open.set(number, into)
  }

  /** The expected state. */
  function account() {
    const threads = [...new Set([...open.values(), ...others])]
    return {
      unread: threads.filter(({ folder, read }) => folder === 'inbox' && !read).length,
      drafts: threads.reduce((sum, { drafts }) => sum + drafts.length, 0),
      threads: threads
        .map(({ folder, read, emails, drafts }) => [folder, read, drafts.length > 0, emails.toSorted().join(' ')])
        .toSorted((a, b) => (a[3]! < b[3]! ? -1 : 1)),
    }
  }
  /** The state that the API returns. */
  async function said() {
    const { unread, drafts } = await ask('GET', `/inboxes/${inbox}`)
    const listed = (await ask('GET', `/inboxes/${inbox}/threads?limit=100`)).data
    const threads = []
    for (const { id, folder, read, email_count, has_draft } of listed) {
      const { data } = await ask('GET', `/inboxes/${inbox}/threads/${id}/emails?limit=100`)
      expect(data).toHaveLength(email_count)
      const ids = data.map((email: { id: string }) => email.id).toSorted()
      threads.push([folder, read, has_draft, ids.join(' ')])
    }
    return { unread, drafts, threads: threads.toSorted((a, b) => (a[3] < b[3] ? -1 : 1)) }
  }
  return { step, merge, account, said, isMerging: () => draw(8) === 0 }
}

it.each([1, 2])('counts exactly during eighty random steps (seed %i)', async seed => {
  const { step, merge, account, said, isMerging } = await anAccount(seed)
  for (let number = 1; number <= 80; number++) {
    await (isMerging() ? merge() : step())
    if (number % 20 === 0) expect(await said()).toEqual(account())
  }
})
