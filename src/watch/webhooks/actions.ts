// What others may ask of webhooks.
export { listTeamsWithWebhooks } from './store.ts'
