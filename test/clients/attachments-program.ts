// Attachments in the published SDK: sent as bytes, base64 and URL, listed, downloaded and shared. Prints the result of
// each call by name, as JSON.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Resend } from 'resend'

const resend = new Resend()
const answers: Record<string, unknown> = {}
const email = { from: 'Ada <ada@example.org>', to: 'grace@example.net', html: '<img src="cid:logo">' }

const files = http.createServer((_, response) => void response.end('from a URL')).listen(0, '127.0.0.1')
await new Promise(resolve => files.once('listening', resolve))
const { port } = files.address() as AddressInfo

const sent = await resend.emails.send({
  ...email,
  subject: 'With files',
  attachments: [
    { filename: 'bytes.bin', content: Buffer.from([0, 1, 2, 255]) },
    { filename: 'logo.png', content: Buffer.from('logo').toString('base64'), contentId: 'logo' },
    { filename: 'a.csv', content: Buffer.from('a;b').toString('base64'), contentType: 'text/csv' },
    { filename: 'url.txt', path: `http://127.0.0.1:${port}/url.txt` },
  ],
})
const id = sent.data!.id
const delivered = async (): Promise<boolean> => (await resend.emails.get(id)).data?.last_event === 'delivered'
while (!(await delivered())) await new Promise(resolve => setTimeout(resolve, 20))
files.close()

const listed = await resend.emails.attachments.list({ emailId: id })
answers.list = listed.data ?? listed.error
const all = listed.data!.data as { id: string; download_url: string }[]
answers.downloads = await Promise.all(
  all.map(async ({ download_url }) => Buffer.from(await (await fetch(download_url)).arrayBuffer()).toString('hex')),
)
const got = await resend.emails.attachments.get({ emailId: id, id: all[1]!.id })
answers.get = got.data ?? got.error
answers['get unknown'] = await resend.emails.attachments.get({ emailId: id, id })
const shared = await resend.emails.share(id, { expiresIn: '2 hours' })
answers.share = { ...shared.data, url: shared.data!.url.replace(/token=.*/, 'token=hidden') }
answers['share page'] = (await fetch(shared.data!.url)).status
answers['share for long'] = await resend.emails.share(id, { expiresIn: '49h' })
answers['send nothing'] = await resend.emails.send({
  ...email,
  subject: 'With nothing',
  attachments: [{ filename: 'nothing.txt' }],
})

console.log(JSON.stringify(answers))
