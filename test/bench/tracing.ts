// Reads the reports of a server that was started with trace.js.
import v8 from 'node:v8'
import type { Child } from './child.ts'

/** One execution of a statement by the driver. */
export interface Execution {
  sql: string
  method: 'get' | 'all' | 'run'
  /** The statement that started the transaction. */
  transaction: 'begin' | 'begin immediate'
  parameters: unknown[]
  /** The number of rows written or read. */
  rows: number
  writes: boolean
}

export interface Traced {
  executions: Execution[]
  /** Number of transactions that may write. */
  commits: number
  /** The node:fs functions that were called, by name. */
  files: string[]
  /** The settings of the connection. */
  pragmas: Record<string, string | number>
}

/** Starts tracing a server, which makes it slower. */
export async function startTracing(server: Child): Promise<void> {
  await server.ask('trace', 'tracing')
}

/** Returns the trace since the last call. */
export async function readTrace(server: Child): Promise<Traced> {
  return v8.deserialize(Buffer.from(await server.ask('traced', 'traced'), 'base64'))
}
