// Tracked emails from a recipient's view: sent over a real mail server, parsed, with links to follow.
import PostalMime from 'postal-mime'
import type { MailSink, SinkMessage } from './mail-sink.ts'
import { anAddress, type TestServer } from './server.ts'
import { waitUntil } from './wait-until.ts'

/** The user agent of a browser. */
export const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

export interface ReceivedMail {
  html: string
  text: string
  /** The target of each link, in order. */
  links: string[]
  picture: string | undefined
}

/** The next email in the sink for this recipient. */
export async function receivedBy(sink: MailSink, recipient: string): Promise<ReceivedMail> {
  const message = (): SinkMessage | undefined => sink.messages.find(({ recipients }) => recipients.includes(recipient))
  await waitUntil(() => message() !== undefined)
  return readMail(message()!.raw)
}

export async function readMail(raw: string): Promise<ReceivedMail> {
  const { html = '', text = '' } = await PostalMime.parse(raw)
  const links = [...html.matchAll(/<a\b[^>]*?\bhref="([^"]*)"/gi)].map(([, href]) => href!.replaceAll('&amp;', '&'))
  const picture = /<img src="([^"]*\/t\/o\/[^"]*)"/.exec(html)?.[1]
  return { html: html.replace(/\r?\n$/, ''), text, links, picture }
}

/** Follows a link or loads an image, by default with a browser's headers. */
export async function visit(
  address: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; location: string | null; headers: Headers; body: Buffer }> {
  const asked = { method, redirect: 'manual', headers: { ...anAddress(), 'user-agent': BROWSER, ...headers } } as const
  const response = await fetch(address, asked)
  const body = Buffer.from(await response.arrayBuffer())
  return { status: response.status, location: response.headers.get('location'), headers: response.headers, body }
}

/** A domain of the first team with tracking enabled. */
export async function aTrackedDomain(
  { call }: TestServer,
  name: string,
  fields: object = { open_tracking: true, click_tracking: true },
): Promise<string> {
  const { status, body } = await call('POST', '/domains', { body: { name, ...fields } })
  if (status !== 201) throw new Error(`${name} was not added: ${JSON.stringify(body)}`)
  return body.id
}
