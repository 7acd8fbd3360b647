// A share of a whole as a bar, beside the number that says the same to who does not see it.
import { type Html, html } from '../html/html.ts'

/** `share`: of 1. As wide as there is room. */
export function bar(share: number, mood: '' | 'good' | 'bad' = ''): Html {
  const width = Math.min(Math.max(share, 0), 1) * 100
  return html`<svg class="bar ${mood}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="whole" width="100" height="8" />
    <rect class="part" width="${width.toFixed(2)}" height="8" />
  </svg>`
}
