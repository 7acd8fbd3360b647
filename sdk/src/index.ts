// What the package offers.
export * from './errors.js'
export type * from './generated/types.gen.js'
export { Lettermill, type LettermillOptions } from './lettermill.js'
export type { OAuthOptions, Tokens } from './credentials.js'
export type { Listing, PageQuery } from './listing.js'
export type { BatchOptions, SendOptions } from './resources/emails.js'
export type { CallOptions } from './transport.js'
export { type PostedWebhook, verifyWebhook, WebhookVerificationError } from './webhook.js'
