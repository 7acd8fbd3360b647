// Delivery, for a key of the operators' team: a pause for an unused destination, and the reported destinations.
import type { Step } from './step.ts'

export const delivery: Step[] = [
  {
    operation: 'createDeliveryPause',
    body: { scope: 'destination', name: 'verify-((unique)).example' },
    leaves: 'delivery_pause',
  },
  { operation: 'createDeliveryPause', title: 'without a destination', body: { scope: 'destination' }, status: 422 },
]
