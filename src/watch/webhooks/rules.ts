// What an endpoint for webhooks must be, and what becomes of it when it is changed.
import type { SignalType } from '../../base/store/signals/signal.ts'

/** Signals that have a name on the wire. */
export type WebhookEventType = Exclude<SignalType, 'event.sent'>
export type WebhookStatus = 'enabled' | 'disabled'
/** Of an event at an endpoint; `attempting`: a retry is to come. */
export type DeliveryStatus = 'pending' | 'attempting' | 'success' | 'failed'
