// The published MCP server as a child process; tests exchange lines of JSON-RPC with it, like an MCP client.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { COMPILED } from './compiled.ts'

const PROGRAM = fileURLToPath(new URL('../../node_modules/resend-mcp/dist/index.js', import.meta.url))

interface Answer {
  content?: { type: string; text: string }[]
  isError?: boolean
  tools?: { name: string }[]
}

export interface Mcp {
  /** The text results of a tool; throws its error. */
  call(name: string, args: object): Promise<string>
  tools(): Promise<string[]>
  stop(): void
}

export async function startMcp(env: Record<string, string>): Promise<Mcp> {
  const child = spawn(process.execPath, [PROGRAM], {
    env: { PATH: process.env.PATH, ...COMPILED, ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const waiting = new Map<number, (message: { result?: Answer; error?: { message: string } }) => void>()
  createInterface({ input: child.stdout }).on('line', line => {
    const message = JSON.parse(line)
    waiting.get(message.id)?.(message)
  })
  let id = 0
  const tell = (message: object): void => void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = (method: string, params: object): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.set(++id, ({ result, error }) => (error ? reject(new Error(error.message)) : resolve(result!)))
      tell({ id, method, params })
    })
  const clientInfo = { name: 'test', version: '1.0.0' }
  await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  tell({ method: 'notifications/initialized' })
  return {
    call: async (name, args) => {
      const { content = [], isError } = await ask('tools/call', { name, arguments: args })
      const text = content.map(part => part.text).join('\n')
      if (isError) throw new Error(text)
      return text
    },
    tools: async () => (await ask('tools/list', {})).tools!.map(({ name }) => name),
    stop: () => void child.kill(),
  }
}
