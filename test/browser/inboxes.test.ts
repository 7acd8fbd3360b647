// Inbox pages: creating an inbox, agent settings, folders, labels, safe display of email, and replies without
// conflicts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addVerifiedDomain } from '../../src/identity/domains/actions.ts'
import { clock } from '../support/clock.ts'
import { inboxesOf } from '../support/inboxes.ts'
import { type Person, type PageSeen, aPerson } from '../support/pages.ts'
import { aColleague, aTeamOf, firstTeamOf } from '../support/people.ts'
import { type TestServer, startServer } from '../support/server.ts'

const UNKNOWN = '5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10'

let server: TestServer
let own: Awaited<ReturnType<typeof inboxesOf>>
let person: Person
let colleague: Person
beforeAll(async () => {
  server = await startServer()
  person = aPerson(server)
  await person.logIn('/inboxes')
})
afterAll(() => server.stop())

/** Submits a form and returns the page that it leads to. */
async function sent(
  path: string,
  fields: Record<string, string> = {},
  by = person,
): Promise<PageSeen & { path: string }> {
  const { status, location, text } = await by.post(path, fields)
  expect([path, status, status === 303 ? '' : text]).toEqual([path, 303, ''])
  return { ...(await by.get(location!)), path: location!.split('?')[0]! }
}

describe('a team without a verified domain', () => {
  it('sees the next step and no form', async () => {
    const { text } = await person.get('/inboxes')
    expect(text).toContain('No inboxes yet.')
    expect(text).toContain('An inbox needs a domain. <a href="/domains">Add a domain</a> first')
    expect(text).not.toContain('action="/inboxes/make"')
    expect(text).toContain('<a href="/inboxes" aria-current="page">Inboxes</a>')
    await server.call('POST', '/domains', { body: { name: 'unverified.example' } })
    const later = await person.get('/inboxes')
    expect(later.text).toContain('An inbox needs a verified domain. Open <a href="/domains">your domain</a>')
    expect(later.text).not.toContain('action="/inboxes/make"')
  })
})

describe('a forwarding inbox', () => {
  const WAY = /<input type="radio" name="way" value="(\w+)" checked/
  const wayIn = (text: string): string | undefined => WAY.exec(text)?.[1]

  it('is the only choice for a domain without receiving and shows its forwarding address', async () => {
    const team_id = await firstTeamOf(server, server.admin.email)
    await server.database.unit(tx => addVerifiedDomain(tx, { team_id, name: 'elsewhere.example' }, server.now()))
    const { text } = await person.get('/inboxes')
    expect(text).toMatch(/<option value="elsewhere.example" ?>elsewhere.example \(forwarding only\)</)
    expect(text).not.toContain('unverified.example')
    expect(wayIn(text)).toBe('forwarding')
    const asked = { local: 'help', domain: 'elsewhere.example', name: 'Help', from_name: '' }
    const made = await sent('/inboxes/make', { ...asked, way: 'forwarding' })
    const { receiving_address } = (await server.call('GET', made.path)).body
    expect(made.text).toContain('Set up forwarding below')
    expect(made.text).toMatch(/<details class="panel" open>\s*<summary>Forwarding<\/summary>/)
    expect(made.text).toContain(`<code class="copied">${receiving_address}</code>`)
    expect(made.text).toContain('This server does not receive email')
    const audited = (await person.get('/audit-events')).text
    expect(audited).toMatch(/created the inbox[^]*help@elsewhere\.example/)
  })

  it('is required for a domain without receiving', async () => {
    await person.get('/inboxes')
    const asked = { local: 'sales', domain: 'elsewhere.example', way: 'here' }
    const { status, text } = await person.post('/inboxes/make', asked)
    expect([
      status,
      wayIn(text),
      text.includes('does not receive email. Enable receiving, or use “Forwarding”.'),
    ]).toEqual([422, 'here', true])
    expect(text).toContain('<option value="elsewhere.example" selected>')
  })
})

describe('an inbox', () => {
  it('is created, renamed and deleted', async () => {
    own = await inboxesOf(server, 'acme.example')
    expect((await person.get('/inboxes')).text).toMatch(/value="here" checked/)
    const made = await sent('/inboxes/make', {
      local: 'sales',
      domain: 'acme.example',
      name: '<Sales>',
      from_name: 'Acme',
    })
    expect(made.text).toContain('<h1><bdi>&lt;Sales&gt;</bdi></h1>')
    expect(made.text).toContain('No emails yet.')
    expect(made.text).not.toContain('Forwarding')
    const renamed = await sent(`${made.path}/rename`, { name: 'Shop', from_name: '' })
    expect(renamed.text).toContain('<h1><bdi>Shop</bdi></h1>')
    expect((await server.call('GET', made.path)).body).toMatchObject({ name: 'Shop', from_name: null })
    expect((await person.get('/inboxes')).text).toContain('<bdi>sales@acme.example</bdi>')
    const { text } = await sent(`${made.path}/delete`)
    expect(text).toContain('Inbox deleted, with its conversations.')
    expect((await person.get(made.path)).status).toBe(404)
  })

  it.each([
    ['without an address', { local: '' }, '“Address” and “Domain” are required.'],
    ['that is no address', { local: 'a b' }, 'Invalid “Address”'],
    ['at a domain of others', { domain: 'other.example' }, 'is not a domain of this team'],
    ['with a long name', { name: 'x'.repeat(101) }, '“Name” can have up to 100 characters.'],
    ['with a name of two lines', { name: 'a\nb' }, '“Name” must be a single line.'],
  ])('%s is rejected with the input kept', async (_, fields, words) => {
    await person.get('/inboxes')
    const asked = { local: 'typed', domain: 'acme.example', from_name: 'Typed name', ...fields }
    const { status, text } = await person.post('/inboxes/make', asked)
    expect([status, text.includes(words)]).toEqual([422, true])
    expect(text).toContain('value="Typed name"')
  })
})

describe('inbox agent', () => {
  let path: string
  beforeAll(async () => {
    path = `/inboxes/${await own.anInbox('agent')}/agent`
  })
  const settings = async () => {
    const { object: _, ...told } = (await own.ask('GET', path)).body
    return told
  }
  /** Names of the checked fields of the form. */
  const checked = ({ text }: PageSeen): string[] =>
    [...text.matchAll(/<input type="(?:checkbox|radio)" name="(\w+)"(?: value="(\w+)")? checked/g)].map(
      ([, name, value]) => value ?? name!,
    )

  it('is off by default and shows that no model is configured', async () => {
    const seen = await person.get(path)
    expect(checked(seen)).toEqual(['off'])
    expect(seen.text).toContain('The operator must set\n        <code>AGENT_URL</code>')
    expect(seen.text).not.toMatch(/forward_thread|assign_thread/)
    expect((await person.get(path.replace('/agent', ''))).text).toContain(`href="${path}">Agent</a>`)
  })

  it('is enabled with selected actions and disabled again', async () => {
    const told = { instructions: 'Be <kind>.\nAlways.', tone: 'expanded_casual' }
    const typed = { ...told, instructions: 'Be <kind>.\r\nAlways.' }
    const seen = await sent(path, { ...typed, agent: 'on', draft_reply: 'on', archive: 'on', nonsense: 'on' })
    expect(seen.text).toContain('Agent updated.')
    expect(checked(seen)).toEqual(['on', 'draft_reply', 'archive'])
    expect(seen.text).toContain('\nBe &lt;kind&gt;.\nAlways.</textarea>')
    expect(seen.text).toMatch(/value="expanded_casual" selected/)
    expect(await settings()).toEqual({ ...told, actions: ['draft_reply', 'archive'] })
    expect(checked(await sent(path, { ...typed, tone: '', agent: 'off', archive: 'on' }))).toEqual(['off'])
    expect(await settings()).toEqual({ ...told, tone: null, actions: [] })
  })

  it('keeps actions that only the API can set', async () => {
    await own.ask('PATCH', path, { actions: ['assign_thread', 'forward_thread'] })
    const seen = await person.get(path)
    expect(checked(seen)).toEqual(['off'])
    expect(seen.text).toContain('<code>assign_thread</code> and <code>forward_thread</code>')
    await sent(path, { agent: 'on', add_labels: 'on' })
    const kept = ['assign_thread', 'forward_thread']
    expect(await settings()).toEqual({ instructions: null, tone: null, actions: ['add_labels', ...kept] })
    await sent(path, { agent: 'off' })
    expect((await settings()).actions).toEqual(kept)
  })

  it('accepts instructions of the maximum length', async () => {
    await sent(path, { agent: 'off', instructions: '🎉'.repeat(4000) })
    expect((await settings()).instructions).toHaveLength(8000)
  })

  it.each([
    ['no action', { agent: 'on', instructions: 'Typed' }, 'Select at least one action'],
    [
      'long instructions',
      { archive: 'on', instructions: `Typed${'x'.repeat(3996)}` },
      '“Instructions” can have up to 4000 characters.',
    ],
  ])('rejects a form with %s and keeps the input', async (_, fields, words) => {
    await person.get(path)
    const before = await settings()
    const seen = await person.post(path, { agent: 'on', ...fields })
    expect([seen.status, seen.text.includes(words), seen.text.includes('\nTyped')]).toEqual([422, true, true])
    expect(checked(seen)).toEqual(['on', ...Object.keys(fields).filter(name => name === 'archive')])
    expect(await settings()).toEqual(before)
  })

  it('rejects a form of another session', async () => {
    const before = await settings()
    expect((await person.post(path, { agent: 'off', instructions: 'x', form_token: 'other' })).status).toBe(403)
    expect(await settings()).toEqual(before)
  })
})

describe('threads', () => {
  let inbox: string
  let path: string
  beforeAll(async () => {
    inbox = await own.anInbox('help')
    path = `/inboxes/${inbox}`
  })
  const threads = async (query = ''): Promise<string[]> => {
    const { text } = await person.get(path + query)
    return [...text.matchAll(/<span class="subject"><bdi>([^<]*)<\/bdi>/g)].map(([, subject]) => subject!)
  }
  const threadNamed = async (subject: string): Promise<string> =>
    (await own.threads(inbox)).find(each => each.subject === subject)!.id

  it('are listed with unread marks, 25 per page', async () => {
    for (let number = 1; number <= 27; number++) await own.receive({ subject: `Mail ${number}`, files: number % 2 })
    const { text } = await person.get(path)
    expect(text).toContain('<p class="lead"><bdi>help@acme.example</bdi>, 27 unread</p>')
    expect(text.match(/<span class="tag good">Unread<\/span>/g)).toHaveLength(25)
    expect(text).toContain('<span class="tag">Attachments</span>')
    expect((await person.get('/inboxes')).text).toContain('27 unread')
    const [, older] = /href="([^"]+)" class="older"/.exec(text)!
    const page = await person.get(older!.replaceAll('&amp;', '&'))
    expect(page.text).toContain('Mail 1<')
    expect(page.text).not.toContain('Mail 27<')
    expect(Buffer.byteLength(text)).toBeLessThan(25_000)
  })

  it('are marked, moved and labeled in bulk, and the filter is kept', async () => {
    const label = await sent(`${path}/labels/make`, { name: 'Billing' })
    expect(label.text).toContain('Label created.')
    const { id } = (await own.ask('GET', `${path}/labels`)).body.data[0]
    const [one, two] = [await threadNamed('Mail 26'), await threadNamed('Mail 27')]
    const many = (act: string, more = ''): Promise<PageSeen> =>
      person.send(`${path}/mark`, `thread_id=${one}&thread_id=${two}&act=${act}&label_id=${id}${more}`)
    expect((await many('label', '&folder=inbox')).location).toBe(`${path}?folder=inbox&done=changed`)
    expect(await threads(`?label=${id}`)).toEqual(['Mail 27', 'Mail 26'])
    await many('read')
    expect(await own.unread(inbox)).toBe(25)
    await many('archive')
    expect(await threads('?folder=archive')).toEqual(['Mail 27', 'Mail 26'])
    await many('unlabel')
    expect(await threads(`?label=${id}`)).toEqual([])
    await many('unread')
    await many('inbox')
    expect(await own.unread(inbox)).toBe(27)
    await many('spam')
    expect(await threads('?folder=spam')).toHaveLength(2)
    await many('trash')
    const { text } = await person.get(`${path}/threads/${one}`)
    expect(text).toContain('Delete conversation')
    expect((await sent(`${path}/threads/${one}/delete`)).text).toContain('Conversation deleted.')
    expect(await threads('?folder=trash')).toEqual(['Mail 27'])
  })

  it.each([
    ['no thread', 'act=read', 'Select at least one conversation.'],
    [
      '26 threads',
      `${Array.from({ length: 26 }, (_, at) => `thread_id=${at}`).join('&')}&act=read`,
      'Select up to 25 conversations.',
    ],
    ['nothing to do', 'thread_id=1&act=nonsense', 'Select an action.'],
    ['no label', 'thread_id=1&act=label', 'Select a label.'],
  ])('are not changed by a form with %s', async (_, fields, words) => {
    const { status, text } = await person.send(`${path}/mark`, fields)
    expect([status, text.includes(words)]).toEqual([422, true])
  })

  it('are searched by words, sender, attachments, date and folder', async () => {
    await own.receive({ subject: 'Invoice', from: 'otto@shop.example', text: 'Grüße, please pay', files: 1 })
    expect(await threads('?q=gr%C3%BC%C3%9Fe')).toEqual(['Invoice'])
    expect(await threads('?from=otto')).toEqual(['Invoice'])
    expect(await threads('?q=pay&from=mira')).toEqual([])
    expect(await threads('?q=invoice&files=yes')).toEqual(['Invoice'])
    expect(await threads('?q=invoice&end=2001-01-01')).toEqual([])
    expect(await threads('?q=invoice&start=2001-01-01&folder=inbox')).toEqual(['Invoice'])
    expect(await threads('?q=invoice&folder=trash')).toEqual([])
    const { text } = await person.get(`${path}?q=pay&from=mira&start=2026-02-31`)
    expect(text).toContain('No conversations match your search.')
    expect(text).toContain('value="pay"')
  })

  it('have labels that are renamed and deleted, with unique names', async () => {
    await person.get(`${path}/labels`)
    const { id } = (await own.ask('GET', `${path}/labels`)).body.data[0]
    const twice = await person.post(`${path}/labels/make`, { name: 'billing' })
    expect([twice.status, twice.text.includes('has a label')]).toEqual([422, true])
    const { text } = await sent(`${path}/labels/${id}/change`, { name: 'Paid <b>', color: '#112233' })
    expect(text).toContain('<bdi>Paid &lt;b&gt;</bdi>')
    expect(text).toContain('fill="#112233"')
    expect((await sent(`${path}/labels/${id}/delete`)).text).toContain('Label deleted.')
    expect((await person.post(`${path}/labels/${id}/delete`)).status).toBe(404)
  })
})

describe('a received email', () => {
  let inbox: string
  beforeAll(async () => {
    inbox = (await own.ask('GET', '/inboxes/help@acme.example')).body.id
  })
  /** Receives an email. Returns its id and the path of its thread. */
  const received = async (mail: Parameters<typeof own.receive>[0]): Promise<{ id: string; path: string }> => {
    const id = await own.receive({ subject: `A mail ${Math.random()}`, ...mail })
    const [thread] = await own.threads(inbox, '?limit=1')
    return { id, path: `/inboxes/${inbox}/threads/${thread!.id}` }
  }

  const HOSTILE = `<html><head><title>T</title><style>@import url(https://evil.example/a.css)</style>
    <base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/"></head>
    <body onload="alert(1)"><script>alert(2)</script><p style="background:url(https://evil.example/b)">Hello</p>
    <img src="https://evil.example/pixel.gif" alt="Pixel"><img src="cid:logo@mail"><svg onload="alert(3)"></svg>
    <form action="https://evil.example/"><input name="password"><button>Go</button></form>
    <iframe src="https://evil.example/"></iframe><a href="javascript:alert(4)">one</a>
    <a href="https://good.example/?a=1" target="_top">two</a><object data="https://evil.example/"></object></body></html>`

  it('is sanitized and shown in a sandboxed frame with its own policy', async () => {
    const { id, path } = await received({ html: HOSTILE, text: null })
    const { text } = await person.get(path)
    expect(text).toContain(`src="${path}/emails/${id}/html"`)
    expect(text).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"')
    expect(text).toContain('External images are blocked.')
    const frame = await person.get(`${path}/emails/${id}/html`)
    const policy = frame.headers.get('content-security-policy')!
    expect(policy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/)
    expect(policy).not.toMatch(/script-src|https?:(?:;|$)/)
    expect(policy).toContain("form-action 'none'")
    expect(frame.text).toContain('Hello')
    expect(frame.text).not.toMatch(/evil|alert|<(?:script|form|input|iframe|svg|style|object|meta http)/i)
    expect(frame.text).toContain(
      '<a href="https://good.example/?a=1" target="_blank" rel="noopener noreferrer">two</a>',
    )
    expect(frame.text).toContain('<a target="_blank" rel="noopener noreferrer">one</a>')
  })

  it('shows external images only on request, for this email', async () => {
    const { id, path } = await received({ html: HOSTILE, text: null })
    const { text } = await person.get(`${path}?email=${id}&images=yes`)
    expect(text).toContain(`src="${path}/emails/${id}/html?images=yes"`)
    const frame = await person.get(`${path}/emails/${id}/html?images=yes`)
    expect(frame.text).toContain('<img src="https://evil.example/pixel.gif" alt="Pixel" />')
    expect(frame.headers.get('content-security-policy')).toMatch(/img-src data: \S+\/files\/ \S+\/i\/ https: http:;/)
    expect(frame.text).not.toMatch(/alert|<script|<form/)
    expect((await person.get(`${path}/emails/${id}/html`)).text).not.toContain('evil')
  })

  it('shows its inline images and links its attachments and raw source', async () => {
    const logo = { filename: 'logo.png', content_type: 'image/png', content_id: '<logo@mail>', size: 5 }
    const files = [{ ...logo, content_disposition: 'inline', blob_id: UNKNOWN }]
    const { id, path } = await received({ html: '<img src="cid:logo@mail">', text: 'As text', more: { files } })
    const { text } = await person.get(path)
    expect(text).toMatch(/<a href="[^"]+\/files\/[^"]+" download><bdi>logo.png<\/bdi>/)
    expect(text).toMatch(/<a class="alone" href="[^"]+\/files\/[^"]+" download>Download raw email/)
    const frame = await person.get(`${path}/emails/${id}/html`)
    expect(frame.text).toMatch(/<img src="http:\/\/localhost:\d+\/files\/[\w-]+" \/>/)
    expect((await person.get(`${path}?email=${id}&view=text`)).text).toContain('As text')
  })

  it('is shown in the page if it is plain text', async () => {
    const { path } = await received({ text: '<b>not bold</b>' })
    const { text } = await person.get(path)
    expect(text).toContain('&lt;b&gt;not bold&lt;/b&gt;')
    expect(text).not.toContain('<iframe')
    expect(Buffer.byteLength(text)).toBeLessThan(25_000)
  })

  it.each([
    [
      { spf: 'pass', dkim: 'pass', dmarc: 'pass' },
      'Sender verified',
      'This email passed authentication for example.net.',
    ],
    [{ spf: 'fail', dkim: 'fail', dmarc: 'fail' }, 'Sender not verified', 'The sender may be forged.'],
    [
      { spf: 'gray', dkim: 'unknown', dmarc: 'unknown' },
      'Sender unknown',
      'Authentication for example.net is inconclusive.',
    ],
    [null, 'Sender unknown', 'SPF, DKIM and DMARC were not checked.'],
  ] as const)('shows the sender verification of %o', async (authentication, tag, words) => {
    const { path } = await received({ more: { authentication } })
    const { text } = await person.get(path)
    expect([text.includes(`>${tag}</span>`), text.includes(words)]).toEqual([true, true])
  })

  it('shows that it is spam and which parts could not be parsed', async () => {
    const { path } = await received({ verdict: 'spam', more: { problems: ['a broken part'] } })
    const { text } = await person.get(path)
    expect(text).toContain('This email was classified as spam.')
    expect(text).toContain('Parts of this email could not be parsed: a broken part.')
  })

  it('is shown in thread order, with the newest or the requested email open', async () => {
    const first = await received({ subject: 'Long talk', id: '<t1@example.net>', text: 'First text' })
    for (let number = 2; number <= 27; number++)
      await own.receive({ subject: 'Re: Long talk', refs: ['<t1@example.net>'], text: `Text ${number}.` })
    const newest = await person.get(first.path)
    expect(newest.text).toMatch(/Text 26\.[^]*<pre class="text" tabindex="0">Text 27\./)
    expect(newest.text).not.toContain('First text')
    const asked = await person.get(`${first.path}?email=${first.id}`)
    expect(asked.text).toMatch(/<pre class="text" tabindex="0">First text<[^]*Text 27\./)
    const [, older] = /href="([^"]+)" class="older"/.exec(newest.text)!
    expect((await person.get(older!)).text).toMatch(/First text[^]*<pre class="text" tabindex="0">Text 2\./)
    expect((await person.get(`${first.path}?email=${UNKNOWN}`)).status).toBe(404)
  })
})

describe('replies', () => {
  let inbox: string
  beforeAll(async () => {
    inbox = await own.anInbox('team', { from_name: 'Acme Team' })
    colleague = aPerson(server)
    await colleague.logIn('/inboxes', await aColleague(server, { email: 'grace@example.net' }))
  })
  const aThread = async (more: Parameters<typeof own.receive>[0] = {}) => {
    const id = await own.receive({ to: ['team@acme.example', 'cora@example.net'], subject: 'A question', ...more })
    const [thread] = await own.threads(inbox, '?limit=1')
    return { id, path: `/inboxes/${inbox}/threads/${thread!.id}`, thread_id: thread!.id as string }
  }
  /** Hidden fields of a page. */
  const hidden = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(/<input type="hidden" name="(seen|newest_id)" value="([^"]*)"/g)].map(([, name, value]) => [
        name!,
        value!,
      ]),
    )
  /** Submits a form with a file. */
  const upload = (path: string, fields: Record<string, string | File>): Promise<Response> => {
    const body = new FormData()
    for (const [name, value] of Object.entries({ form_token: person.formToken(), ...fields })) body.set(name, value)
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', cookie, origin: server.url }
    return fetch(server.url + path, { method: 'POST', headers, body, redirect: 'manual' })
  }
  const emails = async (thread_id: string) =>
    (await own.ask('GET', `/inboxes/${inbox}/threads/${thread_id}/emails`)).body.data

  it('are sent from the page into the thread, with an attachment', async () => {
    const { id, path, thread_id } = await aThread()
    await person.get(path)
    const draft = await sent(`${path}/emails/${id}/reply`)
    expect(draft.text).toContain('value="mira@example.net"')
    expect(draft.text).toContain('value="Re: A question"')
    const typed = { to: 'Mira <mira@example.net>', subject: 'Re: A question', text: 'Line one\r\nLine two' }
    const file = new File(['Hello'], 'note.txt', { type: 'text/plain' })
    const saved = await upload(`${draft.path}/save`, { ...hidden(draft.text), ...typed, file })
    expect([saved.status, saved.headers.get('location')]).toEqual([303, `${draft.path}?done=saved`])
    const again = await person.get(draft.path)
    expect(again.text).toContain('Remove <bdi>note.txt</bdi>')
    expect(again.text).toContain('Line one\nLine two')
    const done = await sent(`${draft.path}/send`, {
      ...hidden(again.text),
      to: 'mira@example.net',
      subject: 'Re: A question',
      text: 'Line one',
    })
    expect(done.text).toContain('Email queued.')
    expect(done.text).toContain(', sent by ')
    const [reply] = await emails(thread_id)
    expect(reply).toMatchObject({ direction: 'outbound', text: 'Line one', to: ['mira@example.net'] })
    expect(reply.attachments.map((each: { filename: string }) => each.filename)).toEqual(['note.txt'])
    expect(reply.from).toBe('"Acme Team" <team@acme.example>')
  })

  /** The value of the text field, as a browser reads it. */
  const typedText = (text: string): string =>
    /<textarea id="text"[^>]*>\n([^<]*)<\/textarea>/
      .exec(text)![1]!
      .replaceAll('&gt;', '>')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')

  it('quote the original once below the text and send both', async () => {
    const { id, path, thread_id } = await aThread({ name: 'Mira', text: 'Is <this> & that\r\nright?' })
    await person.get(path)
    const draft = await sent(`${path}/emails/${id}/reply`, { all: 'yes' })
    expect(draft.text).toMatch(/<textarea id="text" name="text" rows="12" autofocus>\n\n\nOn /)
    const quoted = typedText(draft.text)
    expect(quoted).toMatch(
      /^\n\nOn \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT, Mira <mira@example.net> wrote:\n> Is <this> & that\n> right\?$/,
    )
    const typed = { to: 'mira@example.net', subject: 'Re: A question' }
    const saved = await sent(`${draft.path}/save`, { ...typed, text: 'Short', ...hidden(draft.text) })
    expect(saved.text).not.toContain('autofocus')
    const again = await sent(`${path}/emails/${id}/reply`)
    expect([again.path, typedText(again.text)]).toEqual([draft.path, 'Short'])
    await sent(`${draft.path}/send`, { ...typed, text: `Yes.${quoted}`, ...hidden(again.text) })
    expect((await emails(thread_id))[0]).toMatchObject({ direction: 'outbound', text: `Yes.${quoted}`, html: null })
  })

  it('quote the text of an HTML email and of a sent email', async () => {
    const html = '<style>p { color: red }</style><p>Hello &amp; <b>welcome</b></p><script>alert(1)</script>'
    const { id, path, thread_id } = await aThread({ text: null, html })
    await person.get(path)
    const draft = await sent(`${path}/emails/${id}/reply`)
    expect(typedText(draft.text)).toMatch(/ wrote:\n> Hello & welcome$/)
    const typed = { to: 'mira@example.net', subject: 'x', text: 'My answer' }
    await sent(`${draft.path}/send`, { ...typed, ...hidden(draft.text) })
    const [mine] = await emails(thread_id)
    const more = await sent(`${path}/emails/${mine.id}/reply`)
    expect(typedText(more.text)).toMatch(/, "Acme Team" <team@acme.example> wrote:\n> My answer$/)
  })

  it('quote nothing of an empty email', async () => {
    const { id, path } = await aThread({ text: ' \n' })
    await person.get(path)
    expect(typedText((await sent(`${path}/emails/${id}/reply`)).text)).toBe('')
  })

  it('quote nothing of an email above the quota', async () => {
    const limited = await startServer({ QUOTA_DAILY: '1' }, { now: clock().now })
    const desk = await inboxesOf(limited, 'quota.example')
    const box = await desk.anInbox()
    const first = await desk.receive({ subject: 'Below', text: 'shown' })
    const above = await desk.receive({ subject: 'Above', text: 'secret' })
    const [thread, before] = await desk.threads(box)
    const reader = aPerson(limited)
    await reader.logIn('/inboxes')
    await reader.get(`/inboxes/${box}`)
    const at = `/inboxes/${box}/threads`
    const control = await sent(`${at}/${before!.id}/emails/${first}/reply`, {}, reader)
    expect(typedText(control.text)).toMatch(/> shown$/)
    const { text } = await sent(`${at}/${thread!.id}/emails/${above}/reply`, {}, reader)
    expect([typedText(text), text.includes('value="Re: Above"')]).toEqual(['', true])
    await limited.stop()
  })

  it('reject an oversized file and keep the input', async () => {
    const { id, path } = await aThread()
    await person.get(path)
    const draft = await sent(`${path}/emails/${id}/reply`)
    const file = new File([Buffer.alloc(25 * 1024 * 1024 + 1)], 'large.bin')
    const refused = await upload(`${draft.path}/save`, { ...hidden(draft.text), text: 'Typed', file })
    const text = await refused.text()
    expect([refused.status, text.includes('The file is larger than 25 MB')]).toEqual([422, true])
    expect(text).toContain('Typed</textarea>')
  })

  it('to all copy the other recipients and reopen the existing draft', async () => {
    const { id, path } = await aThread()
    await person.get(path)
    const draft = await sent(`${path}/emails/${id}/reply`, { all: 'yes' })
    expect(draft.text).toContain('value="cora@example.net"')
    await colleague.get(path)
    const theirs = await sent(`${path}/emails/${id}/reply`, {}, colleague)
    expect(theirs.path).toBe(draft.path)
    expect((await person.get(path)).text).toMatch(/>You have an unsent\s+reply</)
    expect((await colleague.get(path)).text).toMatch(/<\/bdi> has an unsent\s+reply</)
    expect((await person.get(`/inboxes/${inbox}`)).text).toContain('<span class="tag wait">Draft</span>')
    expect((await person.get(`/inboxes/${inbox}/drafts`)).text).toContain(draft.path)
    await person.get(draft.path)
    expect((await sent(`${draft.path}/delete`)).text).toContain('Draft deleted.')
  })

  it('are rejected once if the thread has a newer email and sent on the second attempt', async () => {
    const { id, path, thread_id } = await aThread({ id: '<q1@example.net>' })
    await person.get(path)
    const draft = await sent(`${path}/emails/${id}/reply`)
    const typed = { to: 'mira@example.net', subject: 'Re: A question', text: 'My answer' }
    await own.receive({ to: ['team@acme.example'], subject: 'Re: A question', refs: ['<q1@example.net>'] })
    const stopped = await person.post(`${draft.path}/send`, { ...typed, ...hidden(draft.text) })
    expect(stopped.status).toBe(409)
    expect(stopped.text).toContain('A new email arrived after you opened this draft')
    expect(stopped.text).toContain('My answer</textarea>')
    expect((await emails(thread_id)).filter((each: { direction: string }) => each.direction === 'outbound')).toEqual([])
    await sent(`${draft.path}/send`, { ...typed, ...hidden(stopped.text) })
    expect((await emails(thread_id))[0]).toMatchObject({ direction: 'outbound', text: 'My answer' })
  })

  it('are rejected if a colleague has replied to another email of the thread', async () => {
    const { id, path } = await aThread({ id: '<q2@example.net>' })
    const later = await own.receive({
      to: ['team@acme.example'],
      subject: 'Re: A question',
      refs: ['<q2@example.net>'],
    })
    await person.get(path)
    const mine = await sent(`${path}/emails/${id}/reply`)
    await colleague.get(path)
    const theirs = await sent(`${path}/emails/${later}/reply`, {}, colleague)
    await sent(
      `${theirs.path}/send`,
      { to: 'mira@example.net', subject: 'x', text: 'Theirs', ...hidden(theirs.text) },
      colleague,
    )
    const typed = { to: 'mira@example.net', subject: 'x', text: 'Mine' }
    const { status, text } = await person.post(`${mine.path}/send`, { ...typed, ...hidden(mine.text) })
    expect(status).toBe(409)
    expect(text).toContain('Colleague grace@example.net replied after you opened this draft')
    expect((await person.get(path)).text).toMatch(/Last reply: <bdi>Colleague grace@example.net<\/bdi>/)
  })

  it('send one email when two people send the same draft, and keep the input of the other', async () => {
    const { id, path, thread_id } = await aThread()
    await person.get(path)
    const draft = await sent(`${path}/emails/${id}/reply`)
    await colleague.get(draft.path)
    const typed = { to: 'mira@example.net', subject: 'x', ...hidden(draft.text) }
    const answers = await Promise.all([
      person.post(`${draft.path}/send`, { ...typed, text: 'From one' }),
      colleague.post(`${draft.path}/send`, { ...typed, text: 'From two' }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422])
    const late = answers.find(({ status }) => status !== 303)!
    expect(late.text).toMatch(/From (?:one|two)<\/textarea>/)
    expect(late.text).not.toContain('>Send email</button>')
    expect(await emails(thread_id)).toHaveLength(2)
  })

  it('are rejected once if another person changed the draft', async () => {
    const { id, path } = await aThread()
    await person.get(path)
    const draft = await sent(`${path}/emails/${id}/reply`)
    const theirs = await colleague.get(draft.path)
    const typed = { to: 'mira@example.net', subject: 'x' }
    await sent(`${draft.path}/save`, { ...typed, ...hidden(theirs.text), text: 'Theirs' }, colleague)
    const stopped = await person.post(`${draft.path}/save`, { ...typed, ...hidden(draft.text), text: 'Mine' })
    expect([stopped.status, stopped.text.includes('Colleague grace@example.net changed this draft')]).toEqual([
      409,
      true,
    ])
    await sent(`${draft.path}/save`, { ...typed, ...hidden(stopped.text), text: 'Mine' })
    expect((await person.get(draft.path)).text).toContain('Mine</textarea>')
  })

  it('forward an email with its content', async () => {
    const { id, path, thread_id } = await aThread({ text: 'The original text' })
    const { text } = await person.get(`${path}/emails/${id}/forward`)
    expect(text).toContain('The email from <bdi>mira@example.net</bdi> is included below your text')
    const none = await person.post(`${path}/emails/${id}/forward`, { to: ' ', text: 'Note' })
    expect([none.status, none.text.includes('“To” is required.')]).toEqual([422, true])
    const fields = { to: '"Otto, the Great" <otto@example.net>, b@example.net', text: 'See below' }
    expect((await sent(`${path}/emails/${id}/forward`, fields)).text).toContain('Email queued.')
    const [forwarded] = await emails(thread_id)
    expect(forwarded.to).toEqual(['"Otto, the Great" <otto@example.net>', 'b@example.net'])
    expect(forwarded.text).toMatch(/^See below[^]*The original text$/)
  })

  it('are independent of new emails, which can be written without a thread', async () => {
    await person.get(`/inboxes/${inbox}`)
    const draft = await sent(`/inboxes/${inbox}/drafts/make`)
    const asked = { to: 'new@example.net', subject: 'News', text: 'Hi' }
    const done = await sent(`${draft.path}/send`, { ...asked, ...hidden(draft.text) })
    expect(done.text).toContain('<h1><bdi>News</bdi></h1>')
    expect((await person.get(draft.path)).location).toBe(done.path)
  })

  it('without recipients are rejected with the input kept', async () => {
    await person.get(`/inboxes/${inbox}`)
    const draft = await sent(`/inboxes/${inbox}/drafts/make`)
    const { status, text } = await person.post(`${draft.path}/send`, {
      subject: 'News',
      text: 'Typed',
      ...hidden(draft.text),
    })
    expect([status, text.includes('role="alert"'), text.includes('Typed</textarea>')]).toEqual([422, true, true])
  })
})

it('returns 404 for an inbox of another team', async () => {
  const { user_id: _, ...account } = await aColleague(server, {
    email: 'stranger@example.net',
    team_id: await aTeamOf(server, server.admin.email, 'Others'),
  })
  const stranger = aPerson(server)
  await stranger.logIn('/inboxes', account)
  expect((await stranger.get('/inboxes')).text).toContain('No inboxes yet.')
  const inbox = (await own.ask('GET', '/inboxes/help@acme.example')).body.id
  const [thread] = await own.threads(inbox, '?limit=1')
  const [email] = (await own.ask('GET', `/inboxes/${inbox}/threads/${thread!.id}/emails`)).body.data
  const at = `/inboxes/${inbox}/threads/${thread!.id}`
  for (const path of [
    `/inboxes/${inbox}`,
    `/inboxes/${inbox}/labels`,
    `/inboxes/${inbox}/agent`,
    `/inboxes/${inbox}/drafts`,
    at,
    `${at}/emails/${email.id}/html`,
    `${at}/emails/${email.id}/forward`,
  ])
    expect([path, (await stranger.get(path)).status]).toEqual([path, 404])
  for (const path of [
    `/inboxes/${inbox}/delete`,
    `/inboxes/${inbox}/rename`,
    `/inboxes/${inbox}/agent`,
    `${at}/delete`,
    `${at}/emails/${email.id}/reply`,
  ])
    expect([path, (await stranger.post(path)).status]).toEqual([path, 404])
  expect((await stranger.post(`/inboxes/${inbox}/mark`, { thread_id: thread!.id, act: 'read' })).status).toBe(404)
})
