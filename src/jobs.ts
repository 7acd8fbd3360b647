// Table of contents: which function does which background work.
import * as automations from './automations/jobs.ts'
import { deliverEmail } from './delivery/jobs.ts'
import type { SmtpSender } from './net/smtp.ts'
import type { JobHandlers } from './queue/runner.ts'
import { sweep } from './sweep.ts'

export interface JobParts {
  /** Without one, mail is captured. */
  sender: SmtpSender | undefined
}

export function createJobs({ sender }: JobParts): JobHandlers {
  return {
    deliver_email: deliverEmail(sender),
    ...automations,
    sweep,
  }
}
