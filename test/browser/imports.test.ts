// Contact imports in a real browser without JavaScript, from the upload to the errors. Also forged uploads.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { contactsOf } from '../support/contacts.ts'
import { aPerson } from '../support/pages.ts'
import { type TestServer, startServer } from '../support/server.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let server: TestServer
let browser: Browser
let context: BrowserContext
let page: Page
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startServer({ IMPORT_MAX_MB: '1' }), launchBrowser()])
})
afterAll(async () => {
  await browser.close()
  await server.stop()
})
beforeEach(async () => {
  context = await browser.newContext({ javaScriptEnabled: false })
  page = await context.newPage()
  await page.goto(`${server.url}/contacts/imports`)
  await page.getByLabel('Email address').fill(server.admin.email)
  await page.getByLabel('Password').fill(server.admin.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
})
afterEach(() => context.close())

async function upload(text: string): Promise<void> {
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  await page.getByLabel('CSV file').setInputFiles(file)
  await page.getByRole('button', { name: 'Upload file' }).click()
}

const facts = (): Promise<string[]> => page.locator('.facts dd').allInnerTexts()

/** The page reloads until the import is complete. */
const untilDone = (): Promise<void> => page.getByText('Finished').waitFor()

describe('contact import', () => {
  it('creates contacts from a file and lists the rejected rows', async () => {
    const contacts = contactsOf(server)
    const segment = await contacts.aSegment('Spring fair')
    const topic = await contacts.aTopic({ name: 'Offers', default_subscription: 'opt_out' })
    await upload('E-Mail;First Name;Favourite colour;Seats\nada@example.com;Ada;blue;4\nnobody;Bob;red;1\n')
    await page.getByRole('heading', { name: 'Map columns' }).waitFor()
    expect(await page.locator('fieldset').first().innerText()).toMatch(
      /E-Mail such as ada@example\.com[^]*Seats such as 4/,
    )
    expect(await page.getByLabel('E-Mail').inputValue()).toBe('email')
    expect(await page.getByLabel('First Name').inputValue()).toBe('first_name')
    expect(await page.getByLabel('Seats').inputValue()).toBe('')
    await page.getByLabel('Favourite colour').selectOption({ label: 'New property: text' })
    await page.getByLabel('Seats').selectOption({ label: 'New property: number' })
    await page.getByLabel('Spring fair').check()
    await page.getByLabel('Offers').check()
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await untilDone()
    expect(await facts()).toEqual(['2', '1', '0', '0', '1'])
    expect(await page.getByRole('table').innerText()).toMatch(/3\s+E-Mail\s+It must be an address/)
    const ada = await contacts.contact('ada@example.com')
    expect(ada).toMatchObject({
      first_name: 'Ada',
      properties: { favourite_colour: { value: 'blue' }, seats: { value: 4 } },
    })
    const data = async (path: string) => (await contacts.ask('GET', path)).body.data
    expect(await data(`/segments/${segment}/contacts`)).toMatchObject([{ id: ada.id }])
    expect(await data(`/contacts/${ada.id}/topics`)).toMatchObject([{ id: topic, subscription: 'opt_in' }])
    await page.getByRole('link', { name: 'Imports' }).first().click()
    expect(await page.getByRole('table', { name: 'Imports' }).locator('td.number').allInnerTexts()).toEqual([
      '2',
      '1',
      '0',
      '0',
      '1',
    ])
  })

  it('proposes properties by column name and lists the ignored columns', async () => {
    const contacts = contactsOf(server)
    for (const key of ['phone', 'company', 'favourite_team']) await contacts.aProperty(key)
    await upload('Courriel;Prénom;Nom;Téléphone;Firma;Favourite team;Notiz;x\nzoe@example.com;Zoé;L;1;ACME;Reds;n;1\n')
    const proposed = await page
      .locator('select')
      .evaluateAll(all => all.map(each => (each as { value?: string }).value))
    const properties = ['property:phone', 'property:company', 'property:favourite_team']
    expect(proposed).toEqual(['email', 'first_name', 'last_name', ...properties, '', ''])
    await page.getByLabel('Notiz').selectOption('property:phone')
    await page.getByRole('button', { name: 'Import contacts' }).click()
    expect(await page.getByRole('alert').innerText()).toBe(
      'Two columns are mapped to the property “phone”. Choose one of them.',
    )
    expect(await page.getByLabel('Firma').inputValue()).toBe('property:company')
    await page.getByLabel('Notiz').selectOption('')
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await untilDone()
    expect((await facts()).at(-1)).toBe('Notiz, x')
    expect(await contacts.contact('zoe@example.com')).toMatchObject({
      first_name: 'Zoé',
      last_name: 'L',
      properties: { phone: { value: '1' }, company: { value: 'ACME' }, favourite_team: { value: 'Reds' } },
    })
  })

  it('rejects an empty or oversized file and accepts another one', async () => {
    await upload('')
    expect(await page.getByRole('alert').innerText()).toBe(
      'The file is empty. Its first row must contain the column names, such as email.',
    )
    await upload(`email\n${'somebody@example.com\n'.repeat(60_000)}`)
    await page.getByText('The file is larger than 1 MB. It was not saved.').waitFor()
    await page.goto(`${server.url}/contacts/imports`)
    await upload('email\neve@example.com\n')
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await untilDone()
    expect(await facts()).toEqual(['1', '1', '0', '0', '0'])
  })

  it('requires a column for the addresses and keeps the other choices', async () => {
    await upload('who,name\nfay@example.com,Fay\n')
    await page.getByLabel('name').selectOption({ label: 'First name' })
    await page.getByLabel('Skip existing contacts').check()
    await page.getByRole('button', { name: 'Import contacts' }).click()
    expect(await page.getByRole('alert').innerText()).toBe('Choose the column that contains the email addresses.')
    expect(await page.getByLabel('name').inputValue()).toBe('first_name')
    expect(await page.getByLabel('Skip existing contacts').isChecked()).toBe(true)
    await page.getByLabel('who').selectOption({ label: 'Email address' })
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await untilDone()
    expect(await contactsOf(server).contact('fay@example.com')).toMatchObject({ first_name: 'Fay' })
  })

  it('is canceled before it completes', async () => {
    await upload('email\nian@example.com\n')
    await server.queue.stop()
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await page.getByRole('button', { name: 'Cancel import' }).click()
    await page.getByText('Stopped').waitFor()
    await server.queue.start()
    await server.queue.idle()
    await page.reload()
    expect(await page.getByRole('status').innerText()).toMatch(/^Canceled Stopped/)
    expect(await facts()).toEqual(['0', '0', '0', '0', '0'])
    expect(await page.getByRole('button', { name: 'Cancel import' }).count()).toBe(0)
  })

  it('has no axe violations in any step', async () => {
    const scripted = await browser.newContext({ storageState: await context.storageState() })
    const other = await scripted.newPage()
    const violations = async (): Promise<string[]> => {
      await other.goto(page.url())
      await other.evaluate(AXE)
      const { violations } = await other.evaluate<{ violations: { id: string }[] }>('axe.run()')
      return violations.map(({ id }) => id)
    }
    expect(await violations()).toEqual([])
    await upload('email,x\nnobody,1\n')
    expect(await violations()).toEqual([])
    await page.getByRole('button', { name: 'Import contacts' }).click()
    await untilDone()
    expect(await violations()).toEqual([])
    await scripted.close()
  })
})

describe('file upload form', () => {
  const formOf = (token: string): FormData => {
    const form = new FormData()
    form.append('form_token', token)
    form.append('file', new Blob(['email\nmal@example.com\n']), 'people.csv')
    return form
  }
  const send = (headers: Record<string, string>, token = 'none'): Promise<Response> =>
    fetch(`${server.url}/contacts/imports/upload`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html', ...headers },
      body: formOf(token),
    })

  it('requires our origin, a session and the CSRF token', async () => {
    const person = aPerson(server)
    await person.logIn('/contacts/imports')
    await person.get('/contacts/imports')
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const right = { origin: server.url, cookie }
    expect((await send({ ...right, origin: 'https://evil.example' }, person.formToken())).status).toBe(403)
    expect((await send({ origin: server.url })).headers.get('location')).toMatch(/^\/login/)
    expect((await send(right)).status).toBe(403)
    const taken = await send(right, person.formToken())
    expect(taken.headers.get('location')).toMatch(/^\/contacts\/imports\/[0-9a-f-]{36}$/)
  })
})
