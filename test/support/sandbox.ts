// A sandbox on a free port, whose answers are checked against the contract.
import { pino } from 'pino'
import { FULL_KEY } from '../../scripts/sandbox/beginning.ts'
import { type SandboxOptions, startSandbox } from '../../scripts/sandbox/sandbox.ts'
import { checkAnswer } from './sealed.ts'
import { type RequestOptions, callAt, type Reply } from './server.ts'

export interface TestSandbox {
  url: string
  call(method: string, path: string, ask?: RequestOptions): Promise<Reply>
  logged(): string
  stop(): Promise<void>
}

export async function aSandbox(options: SandboxOptions = {}): Promise<TestSandbox> {
  const breaches: string[] = []
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: line => void lines.push(line) })
  const sandbox = await startSandbox({ PORT: '0' }, log, {
    ...options,
    onAnswer: (id, status, body) => {
      try {
        checkAnswer(id, status, body)
      } catch (error) {
        breaches.push((error as Error).message)
      }
    },
  })
  return {
    url: sandbox.url,
    call: (method, path, ask = {}) => {
      const asked = method === 'POST' && path.startsWith('/sandbox/') ? { body: {}, ...ask } : ask
      return callAt(sandbox.url, FULL_KEY, method, path, asked)
    },
    logged: () => lines.join(''),
    stop: async () => {
      await sandbox.stop()
      if (breaches.length > 0) throw new Error(breaches.join('\n'))
    },
  }
}
