// The measured requests.
import type { Request } from './load.ts'
import { KEY, type Seeded, oneKilobyte } from './seed.ts'

export interface Row {
  name: string
  status: number
  /** The maximum CPU time, as a ratio to the floor (floor.ts). */
  budget: number
  /** The next request of a connection, built from the last response body if needed. */
  request: (connection: number, last: string | undefined) => Request
}

const JSON_TYPE = { 'content-type': 'application/json' }
const OWN = { authorization: `Bearer ${KEY}` }

export function rows({ email_id, automation_id, authorize_path, grants }: Seeded): Row[] {
  const email = JSON.stringify(oneKilobyte())
  const small = { from: 'Ada <ada@example.org>', to: 'grace@example.net', subject: 'Invoice 7', text: 'Thank you!' }
  const batch = JSON.stringify(Array.from({ length: 100 }, () => small))
  const rename = JSON.stringify({ name: 'Welcome, again' })
  const post: Request = { method: 'POST', path: '/emails', headers: { ...OWN, ...JSON_TYPE }, body: email }
  const postBatch: Request = { ...post, path: '/emails/batch', body: batch }
  const get: Request = { method: 'GET', path: `/emails/${email_id}`, headers: OWN }
  const path = `/automations/${automation_id}`
  const patch: Request = { method: 'PATCH', path, headers: { ...OWN, ...JSON_TYPE }, body: rename }
  const authorize: Request = { method: 'GET', path: authorize_path }
  return [
    { name: 'POST /emails', status: 200, budget: 1.35, request: () => post },
    // a hundred emails: 20,000 a second are 5,000 us on one core
    { name: 'POST /emails/batch', status: 200, budget: 1.5, request: () => postBatch },
    { name: 'GET /emails/{id}', status: 200, budget: 1.3, request: () => get },
    { name: 'PATCH /automations/{id}', status: 200, budget: 1.45, request: () => patch },
    { name: 'GET /oauth/authorize', status: 302, budget: 1.3, request: () => authorize },
    { name: 'POST /oauth/token', status: 200, budget: 1.5, request: refreshing(grants) },
  ]
}

/** Each response contains the refresh token of the next request. */
function refreshing(grants: Seeded['grants']): Row['request'] {
  const newest = grants.map(({ refresh_token }) => refresh_token)
  return (connection, last) => {
    if (last !== undefined) newest[connection] = JSON.parse(last).refresh_token ?? newest[connection]
    const { client_id } = grants[connection]!
    const form = { grant_type: 'refresh_token', client_id, refresh_token: newest[connection]! }
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { method: 'POST', path: '/oauth/token', headers, body: new URLSearchParams(form).toString() }
  }
}
