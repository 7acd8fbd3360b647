// The samples of the webhook guide, unchanged: each accepts a signed request and ignores a duplicate.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../support/folder.ts'

const guide = readFileSync('docs/webhooks.md', 'utf8')
const sampleOf = (language: string): string =>
  new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)![1]!
const secret = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3'
const env = { PATH: process.env.PATH, WEBHOOK_SECRET: secret }
const body = JSON.stringify({ type: 'email.sent', created_at: '2026-11-20T10:00:00.000Z', data: { subject: 'Grüße' } })

let folder: string
beforeAll(() => {
  folder = temporaryFolder()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The headers of a request sent this many seconds ago, with some of them replaced. */
function posted(age_s = 0, wrong: Record<string, string> = {}): Record<string, string> {
  const [id, timestamp] = ['msg_test', String(Math.floor(Date.now() / 1000) - age_s)]
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,AAAA v1,${signature}` }
  return { ...headers, ...wrong }
}

/** In order: invalid requests, a valid one, and its duplicate. */
const POSTS = () => [
  posted(0, { 'webhook-signature': 'v1,AAAA' }),
  posted(0, { 'webhook-id': 'msg_other' }),
  posted(0, { 'webhook-timestamp': '1763632800' }),
  posted(600),
  posted(-600),
  posted(),
  posted(),
]
const SAID = { statuses: [400, 400, 400, 400, 400, 200, 200], handled: ['email.sent'] }

const hasPython = spawnSync('python3', ['-c', 'str.removeprefix']).status === 0

describe('the sample for', () => {
  it('Node accepts a signed event once', () => {
    const run = `
      const [statuses, handled] = [[], []]
      const handle = ({ type }) => handled.push(type)
      for (const headers of ${JSON.stringify(POSTS())}) statuses.push(receive(headers, ${JSON.stringify(body)}, handle))
      console.log(JSON.stringify({ statuses, handled }))`
    const file = path.join(folder, 'sample.mjs')
    writeFileSync(file, sampleOf('js') + run)
    expect(JSON.parse(execFileSync(process.execPath, [file], { env }).toString())).toEqual(SAID)
  })

  it.skipIf(!hasPython)('Python accepts a signed event once', () => {
    const run = `
posts = json.loads(${JSON.stringify(JSON.stringify(POSTS()))})
handled = []
statuses = [receive(headers, ${JSON.stringify(body)}, lambda event: handled.append(event["type"])) for headers in posts]
print(json.dumps({"statuses": statuses, "handled": handled}))`
    const file = path.join(folder, 'sample.py')
    writeFileSync(file, sampleOf('python') + run)
    expect(JSON.parse(execFileSync('python3', [file], { env }).toString())).toEqual(SAID)
  })
})
