// A process that starts the server like main.ts, once for each environment that it receives, and reports the error. One
// process is enough for all cases, because loading the server takes a second.
import { createInterface } from 'node:readline'
import { pino } from 'pino'
import { readConfig } from '../../src/base/config/config.ts'
import { startServer } from '../../src/app/server.ts'

const log = pino({ level: 'silent' })

async function outcomeOf(env: NodeJS.ProcessEnv): Promise<string> {
  try {
    const server = await startServer(readConfig(env), log)
    await server.stop()
    return 'It started'
  } catch (error) {
    return (error as Error).message
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await outcomeOf(JSON.parse(line))))
}
