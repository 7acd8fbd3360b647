// Contacts and their properties, created through the API.
import type { Reply, TestServer } from './server.ts'

/** The resources that one key can access; the default is the team's own key. */
export function contactsOf({ call }: TestServer, key?: string) {
  const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
    call(method, path, { ...(key !== undefined && { key }), ...(body !== undefined && { body }) })
  const made = async (path: string, body: object): Promise<string> => {
    const reply = await ask('POST', path, body)
    if (reply.status !== 201) throw new Error(`${path} made nothing: ${JSON.stringify(reply.body)}`)
    return reply.body.id
  }
  return {
    ask,
    aContact: (email: string, more: object = {}) => made('/contacts', { email, ...more }),
    aSegment: (name = 'Beta testers') => made('/segments', { name }),
    aTopic: (more: object = {}) => made('/topics', { name: 'News', default_subscription: 'opt_in', ...more }),
    aProperty: (key: string, more: object = {}) => made('/contact-properties', { key, type: 'string', ...more }),
    contact: async (id_or_email: string) => (await ask('GET', `/contacts/${id_or_email}`)).body,
  }
}

/** The items of a list on pages of two, forward and back. */
export async function pagesOf(
  list: (query: string) => Promise<Reply>,
  field: string,
): Promise<{ forward: string[]; back: string[] }> {
  const shown = ({ body }: Reply): string =>
    `${body.data.map((item: Record<string, unknown>) => item[field]).join(' ')}${body.has_more ? ' …' : ''}`
  const pages = [await list('limit=2')]
  while (pages.at(-1)!.body.has_more && pages.length < 10) {
    pages.push(await list(`limit=2&after=${pages.at(-1)!.body.data.at(-1).id}`))
  }
  const back = await list(`limit=2&before=${pages.at(-1)!.body.data[0].id}`)
  return { forward: pages.map(shown), back: [shown(back)] }
}
