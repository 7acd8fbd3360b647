// What a server reports that was started with trace.js.
import v8 from 'node:v8'
import type { Child } from './child.ts'

/** One execution of a statement by the driver. */
export interface Execution {
  sql: string
  method: 'get' | 'all' | 'run'
  /** The statement that began the transaction. */
  transaction: 'begin' | 'begin immediate'
  parameters: unknown[]
  /** The number of rows written or read. */
  rows: number
  writes: boolean
}

export interface Traced {
  executions: Execution[]
  /** Of transactions that may write. */
  commits: number
  /** The functions of node:fs that were called, by name. */
  files: string[]
  /** The settings of the connection. */
  pragmas: Record<string, string | number>
}

/** Traces a server from now on, which makes it slower. */
export async function startTracing(server: Child): Promise<void> {
  await server.ask('trace', 'tracing')
}

/** What was traced since the last call. */
export async function takeTraced(server: Child): Promise<Traced> {
  return v8.deserialize(Buffer.from(await server.ask('traced', 'traced'), 'base64'))
}
