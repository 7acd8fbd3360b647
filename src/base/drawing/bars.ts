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

const COLUMN = 10
const HEIGHT = 100

/** Counts as columns from left to right, the highest as high as there is room; beside a table that says the same. */
export function columnChart(counts: readonly number[]): Html {
  const most = Math.max(1, ...counts)
  // what is there is seen, however little it is beside the rest
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
