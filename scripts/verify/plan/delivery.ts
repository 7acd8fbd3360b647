// Delivery, for who asks with a key of the operators' team: a pause of what nobody sends to, and what is told of the ways.
import type { Step } from './step.ts'

export const delivery: Step[] = [
  {
    operation: 'createDeliveryPause',
    body: { scope: 'destination', name: 'verify-((unique)).example' },
    leaves: 'delivery_pause',
  },
  { operation: 'createDeliveryPause', title: 'of no destination', body: { scope: 'destination' }, status: 422 },
]
