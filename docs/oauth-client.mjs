// Connects to a Lettermill server as a program on your own machine does. Plain Node, nothing to install:
//   node docs/oauth-client.mjs http://localhost:3000
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import http from 'node:http'

const server = new URL(process.argv[2] ?? 'http://localhost:3000').origin
const send = async (url, type, body) => {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
const about = await (await fetch(`${server}/.well-known/oauth-authorization-server`)).json()

const listener = http.createServer().listen(0, '127.0.0.1') // any free port will do
await once(listener, 'listening')
const redirect_uri = `http://127.0.0.1:${listener.address().port}/callback`
const metadata = { client_name: 'My program', redirect_uris: ['http://127.0.0.1/callback'] }
const { client_id } = await send(about.registration_endpoint, 'application/json', JSON.stringify(metadata))

const code_verifier = randomBytes(32).toString('base64url') // stays here; only its hash travels
const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
const state = randomBytes(16).toString('base64url')
const asked = { client_id, redirect_uri, response_type: 'code', scope: 'full_access', state }
const query = new URLSearchParams({ ...asked, code_challenge, code_challenge_method: 'S256' })
console.log(`Open this in your browser:\n${about.authorization_endpoint}?${query}`)

const [request, response] = await once(listener, 'request') // the browser comes back
response.end('Done. You can close this window.')
listener.close()
const back = new URL(request.url, redirect_uri).searchParams
if (back.get('state') !== state || back.get('iss') !== about.issuer) throw new Error('This answer is not for us.')
if (back.has('error')) throw new Error(back.get('error_description'))

const exchange = { grant_type: 'authorization_code', client_id, code: back.get('code'), redirect_uri, code_verifier }
const tokens = await send(about.token_endpoint, 'application/x-www-form-urlencoded', new URLSearchParams(exchange))
const keys = await fetch(`${server}/api-keys`, { headers: { authorization: `Bearer ${tokens.access_token}` } })
console.log(`Connected with ${tokens.scope}. The team's API keys:`, await keys.json())
