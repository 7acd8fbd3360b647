// Posts events to the endpoints of teams.
import type { JobHandlers } from '../../../base/queue/runner.ts'

export function webhookJobs(): Pick<
  JobHandlers,
  'post_webhooks' | 'replay_webhook' | 'replay_failed' | 'drop_webhook'
> {
  return {
    post_webhooks: async () => {},
    replay_webhook: async () => {},
    replay_failed: async () => {},
    drop_webhook: async () => {},
  }
}
