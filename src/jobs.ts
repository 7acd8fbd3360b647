// Table of contents: which function does which background work.
import type { JobHandlers } from './queue/runner.ts'
import { sweep } from './sweep.ts'

export function createJobs(): JobHandlers {
  return {
    deliver_email: async () => {},
    handle_event: async () => {},
    advance_run: async () => {},
    sweep,
  }
}
