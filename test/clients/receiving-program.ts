// A program with the published SDK that handles received emails: lists, reads, downloads attachments and forwards.
// Prints the result of each call by name, as JSON.
import { Resend } from 'resend'

const resend = new Resend()
const answers: Record<string, unknown> = {}

const listed = await resend.emails.receiving.list()
answers.list = listed.data ?? listed.error
answers.page = (await resend.emails.receiving.list({ limit: 1 })).data
const id = listed.data!.data[0]!.id
answers.get = (await resend.emails.receiving.get(id)).data
answers.cid = (await resend.emails.receiving.get(id, { html_format: 'cid' } as never)).data
answers['get unknown'] = await resend.emails.receiving.get('5d8b3e0a-8f1d-4c57-9a44-0f6f3a6c2b10')
const files = await resend.emails.receiving.attachments.list({ emailId: id })
answers.attachments = files.data ?? files.error
const [file] = files.data!.data as { id: string }[]
const got = await resend.emails.receiving.attachments.get({ emailId: id, id: file!.id })
answers.attachment = got.data ?? got.error
answers.download = await (await fetch((got.data as { download_url: string }).download_url)).text()
const shared = await resend.emails.share(id)
answers.share = (await fetch(shared.data!.url)).status
const to = { from: 'Ada <ada@example.org>', to: 'grace@example.net' }
answers.forward = await resend.emails.receiving.forward({ emailId: id, ...to })
answers.wrapped = await resend.emails.receiving.forward({ emailId: id, ...to, passthrough: false, text: 'See below' })

console.log(JSON.stringify(answers))
