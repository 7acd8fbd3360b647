// Draws a share of a whole as a bar. The same number must be shown next to it as text, for people who cannot see the bar.
import { type Html, html } from '../html/html.ts'

/** `share`: from 0 to 1. The bar is as wide as its container. */
export function bar(share: number, mood: '' | 'good' | 'bad' = ''): Html {
  const width = Math.min(Math.max(share, 0), 1) * 100
  return html`<svg class="bar ${mood}" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
    <rect class="whole" width="100" height="8" />
    <rect class="part" width="${width.toFixed(2)}" height="8" />
  </svg>`
}

const COLUMN = 10
const HEIGHT = 100

/**
 * Counts as columns from left to right; the highest fills the height. The same numbers must be shown in a table next to
 * it.
 */
export function columnChart(counts: readonly number[]): Html {
  const most = Math.max(1, ...counts)
  // every count above 0 is visible, even if it is small compared to the highest
  const heightOf = (count: number): number => (count === 0 ? 0 : Math.max(1, (count / most) * HEIGHT))
  return html`<svg
    class="columns"
    viewBox="0 0 ${counts.length * COLUMN} ${HEIGHT}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${counts.map(
      (count, index) =>
        html`<rect
          class="part"
          x="${index * COLUMN + 1}"
          y="${(HEIGHT - heightOf(count)).toFixed(2)}"
          width="${COLUMN - 2}"
          height="${heightOf(count).toFixed(2)}"
        />`,
    )}
  </svg>`
}
