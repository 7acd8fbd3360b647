// The settings of webhooks, rows of settings.ts.
import { textMatching, integer } from './setting-values.ts'

export const WEBHOOK_SETTINGS = {
  WEBHOOK_TIMEOUT_SECONDS: {
    values: integer(1, 60),
    default: '15',
    sentence: 'response timeout of a webhook endpoint',
  },
  WEBHOOK_RETENTION_DAYS: {
    values: integer(0, 3650),
    default: '30',
    sentence: 'days after which a webhook event is deleted with its deliveries and attempts; `0`: never',
  },
  NOTICES_FROM: {
    values: textMatching('an email address', 'must be an email address', given => /^[^\s@<>]+@[^\s@<>]+$/.test(given)),
    otherwise:
      '`notices@` and a verified domain of the team, or the host of `PUBLIC_URL` where unverified domains may send',
    sentence:
      "the sender of emails to a team's administrators about a failing webhook endpoint; used by teams that can send from its domain",
  },
}
