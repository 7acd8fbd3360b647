// How much memory a process has, as the system counts it.
import { execFileSync } from 'node:child_process'

export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1024
}
