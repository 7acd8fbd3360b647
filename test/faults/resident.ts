// Reads the resident memory of a process from the system.
import { execFileSync } from 'node:child_process'

export function residentBytes(pid: number): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1024
}
