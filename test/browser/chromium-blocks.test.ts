// The block editor of broadcasts in a real browser, with scripts and with the JSON field as the fallback.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { violations } from '../support/axe.ts'
import { launchBrowser } from '../support/browser.ts'
import { contactsOf } from '../support/contacts.ts'
import { type TestServer, startServer } from '../support/server.ts'

let server: TestServer
let browser: Browser
let segment_id: string

beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer(), launchBrowser()])
  segment_id = await contactsOf(server).aSegment()
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})

const aBroadcast = async (html: string): Promise<string> => {
  const body = { segment_id, name: 'News', from: 'a@acme.example', subject: 'S', html }
  return (await server.call('POST', '/broadcasts', { body })).body.id
}
const htmlOf = async (id: string): Promise<string> => (await server.call('GET', `/broadcasts/${id}`)).body.html

/** Logs in and opens the page. Returns it with the messages of its console. */
async function openAt(path: string, javaScriptEnabled: boolean): Promise<{ page: Page; said: string[] }> {
  const context = await browser.newContext({ javaScriptEnabled })
  const page = await context.newPage()
  const said: string[] = []
  page.on('console', message => said.push(message.text()))
  page.on('pageerror', error => said.push(error.message))
  await page.goto(server.url + path)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  return { page, said }
}

it('edits a document that the API created in the block editor', async () => {
  const id = await aBroadcast('')
  const text = (words: string) => [{ type: 'text', text: words }]
  const content = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 1 }, content: text('News') },
      { type: 'image', attrs: { src: 'https://acme.example/a.png', alt: 'A cat' } },
      { type: 'paragraph', content: text('Hi {{{contact.first_name|there}}}') },
    ],
  }
  const named = { resource_type: 'broadcast', resource_id: id }
  await server.call('POST', '/editor/content', { body: { ...named, content } })
  await server.call('POST', '/editor/connections', { body: { ...named, agent_name: 'Claude' } })
  const { page, said } = await openAt(`/broadcasts/${id}/blocks`, true)
  const box = page.getByRole('textbox', { name: 'Content' })
  await box.waitFor()
  expect(await page.getByText('Connected to this editor:').innerText()).toContain('Claude')
  expect(await page.getByLabel('Document (JSON)').isVisible()).toBe(false)
  expect(await violations(page)).toEqual([])
  await box.locator('p').last().click()
  // ProseMirror restores its own selection 20 ms after the focus.
  await page.waitForTimeout(200)
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.type('Bold <words>')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('second')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('status').innerText()).toContain('Broadcast updated.')
  expect(await htmlOf(id)).toBe(
    '<h1>News</h1>\n<p><img src="https://acme.example/a.png" alt="A cat"></p>\n<p>Hi {{{contact.first_name|there}}}</p>\n' +
      '<ul><li><p><strong>Bold &lt;words&gt;</strong></p></li><li><p><strong>second</strong></p></li></ul>',
  )
  expect(await page.getByText('Connected to this editor:').innerText()).toContain('Claude')
  // Our policy blocks the image of another server. No other message is expected.
  expect(said.filter(words => !words.includes('acme.example'))).toEqual([])
  await page.context().close()
})

it('edits the document as JSON without scripts', async () => {
  const id = await aBroadcast('<p>Old</p><table><tr><td>cell</td></tr></table>')
  const { page } = await openAt(`/broadcasts/${id}`, false)
  await page.getByRole('button', { name: 'Edit as blocks' }).click()
  const field = page.getByLabel('Document (JSON)')
  expect(await page.locator('main').innerText()).toContain('converted from the HTML')
  const document = JSON.parse(await field.inputValue())
  document.content[0].content[0].text = 'New'
  await field.fill('{"type":"doc","content":[{"type":"video"}]}')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('Not saved: Invalid `content.content[0].type` field')
  await field.fill('{')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('The document is not valid JSON')
  await field.fill(JSON.stringify(document))
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('status').innerText()).toContain('Broadcast updated.')
  expect(await htmlOf(id)).toBe('<p>New</p>\n<p>cell</p>')
  await page.context().close()
})

it('replaces a concurrent change only after a second save', async () => {
  const id = await aBroadcast('<p>Old</p>')
  const { page } = await openAt(`/broadcasts/${id}/blocks`, false)
  const field = page.getByLabel('Document (JSON)')
  await server.call('PATCH', `/broadcasts/${id}`, { body: { html: '<p>Theirs</p>' } })
  await field.fill((await field.inputValue()).replace('Old', 'Mine'))
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await page.getByRole('alert').innerText()).toContain('An API client changed this at')
  expect(await htmlOf(id)).toBe('<p>Theirs</p>')
  await page.getByRole('button', { name: 'Save' }).click()
  expect(await htmlOf(id)).toBe('<p>Mine</p>')
  await page.context().close()
})

it('shows the JSON field when scripts fail to load', async () => {
  const id = await aBroadcast('<p>Old</p>')
  const { page } = await openAt('/broadcasts', true)
  await page.route('**/scripts/**', route => route.abort())
  await page.goto(`${server.url}/broadcasts/${id}/blocks`)
  expect(await page.getByLabel('Document (JSON)').inputValue()).toContain('Old')
  expect(await violations(page)).toEqual([])
  await page.context().close()
})

it('loads editor scripts only on editor pages', async () => {
  const id = await aBroadcast('<p>Old</p>')
  const { page } = await openAt('/broadcasts', true)
  expect(await page.locator('script').count()).toBe(2)
  const policyAt = async (path: string): Promise<string> =>
    (await page.goto(server.url + path))!.headers()['content-security-policy']!
  expect(await policyAt('/broadcasts')).toMatch(/script-src 'sha256-[^']+' 'sha256-[^']+'; form/)
  expect(await policyAt(`/broadcasts/${id}`)).toContain("script-src 'self'; connect-src 'self'; form")
  expect(await policyAt(`/broadcasts/${id}/blocks`)).toMatch(/script-src 'self' 'sha256-[^']+' 'sha256-[^']+';/)
  await page.context().close()
})
