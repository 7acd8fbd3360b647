// The baseline of the comparison: Koa alone, which reads the body and sends a fixed response.
import type { AddressInfo } from 'node:net'
import Koa from 'koa'

export interface FixedAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

let answer: FixedAnswer = { status: 200, headers: {}, body: '' }

const app = new Koa()
app.use(async ctx => {
  const parts: Buffer[] = []
  for await (const part of ctx.req) parts.push(part as Buffer)
  Buffer.concat(parts)
  ctx.status = answer.status
  ctx.set(answer.headers)
  ctx.body = answer.body
})

const server = app.listen(0, '127.0.0.1', () => {
  process.on('message', (message: { answer?: FixedAnswer } | string) => {
    if (typeof message === 'string' || !message.answer) return
    answer = message.answer
    process.send?.({ port: (server.address() as AddressInfo).port })
  })
})
