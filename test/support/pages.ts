// A user of the pages without a browser: stores cookies and fills in forms, but does not follow redirects.
import { type TestServer, anAddress } from './server.ts'

export interface PageSeen {
  status: number
  text: string
  headers: Headers
  location: string | null
}

export interface Person {
  cookies: Map<string, string>
  get(path: string, headers?: Record<string, string>): Promise<PageSeen>
  /** Sends a form as a browser would from one of our pages, with the last CSRF token that was received. */
  post(path: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<PageSeen>
  /** Sends the bytes of the fields unchanged. */
  send(path: string, fields: string): Promise<PageSeen>
  /** Logs in as the administrator by default. */
  logIn(next?: string, as?: { email: string; password: string }): Promise<PageSeen>
  /** The last CSRF token in a form. */
  formToken(): string
}

export function aPerson({ url, admin }: Pick<TestServer, 'url' | 'admin'>): Person {
  const cookies = new Map<string, string>()
  let token = ''
  const ask = async (path: string, init: RequestInit & { headers: Record<string, string> }): Promise<PageSeen> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', ...(cookie && { cookie }), ...init.headers }
    const answer = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) keep(cookies, line)
    const text = await answer.text()
    token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? token
    return { status: answer.status, text, headers: answer.headers, location: answer.headers.get('location') }
  }
  const person: Person = {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post: (path, fields = {}, headers = { origin: url }) =>
      ask(path, { method: 'POST', headers, body: new URLSearchParams({ form_token: token, ...fields }) }),
    send: (path, fields) => {
      const headers = { origin: url, 'content-type': 'application/x-www-form-urlencoded' }
      return ask(path, { method: 'POST', headers, body: `form_token=${token}&${fields}` })
    },
    async logIn(next = '/mailbox', as = admin) {
      await person.get(`/login?next=${encodeURIComponent(next)}`)
      return person.post('/login', { ...as, next })
    },
    formToken: () => token,
  }
  return person
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
  if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
  else cookies.set(name, value)
}

/** Follows a client's authorize address like a browser: our pages, a login, a decision. Returns the redirect. */
export async function answered(server: TestServer, url: string | URL, decision: 'approve' | 'deny'): Promise<URL> {
  const { headers } = await fetch(url, { redirect: 'manual' })
  const { pathname } = new URL(headers.get('location')!)
  const person = aPerson(server)
  await person.logIn(pathname)
  await person.get(pathname)
  const { location } = await person.post(pathname, { decision })
  return new URL(location!)
}

export interface ConsentOptions {
  client_name?: string
  redirect_uri?: string
  scope?: string
  state?: string
}

/** Registers a client and requests access; returns the path of the consent page. */
export async function aConsentRequest({ call }: TestServer, asked: ConsentOptions = {}): Promise<string> {
  const { client_name = 'Night Mailer', redirect_uri = 'http://127.0.0.1/callback', scope, state } = asked
  const registered = await call('POST', '/oauth/register', {
    key: null,
    headers: anAddress(),
    body: { client_name, redirect_uris: [redirect_uri] },
  })
  const query = new URLSearchParams({
    client_id: registered.body.client_id,
    response_type: 'code',
    redirect_uri,
    // RFC 7636 appendix B
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...(scope !== undefined && { scope }),
    ...(state !== undefined && { state }),
  })
  const { headers } = await call('GET', `/oauth/authorize?${query}`, { key: null })
  return new URL(headers.get('location')!).pathname
}
