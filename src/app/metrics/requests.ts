// Counts responses by operation and status class. Paths, ids and addresses are not used as labels, because their number
// is unbounded.
import type { Family } from './exposition.ts'
import { Histogram } from './histogram.ts'

const BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const CLASSES = ['1xx', '2xx', '3xx', '4xx', '5xx']

/** Label of all requests that belong to no operation: pages, documentation, health checks, unknown paths. */
const OTHER = 'other'

interface OperationCounts {
  took: Histogram
  /** Indexed by the first digit of the status, minus one. */
  classes: Float64Array
}

export class RequestMetrics {
  readonly #byOperation = new Map<string, OperationCounts>()

  note(operation: string | undefined, status: number, duration_ms: number): void {
    const { took, classes } = this.#of(operation ?? OTHER)
    classes[Math.trunc(status / 100) - 1]!++
    took.note(duration_ms / 1000)
  }

  families(): Family[] {
    const all = [...this.#byOperation]
    return [
      {
        name: 'lettermill_http_requests_total',
        type: 'counter',
        help: 'Requests that were answered, by operation of the contract and class of status.',
        samples: all.flatMap(([operation, { classes }]) =>
          CLASSES.flatMap((status, index) => {
            const value = classes[index]!
            return value > 0 ? [{ labels: { operation, status }, value }] : []
          }),
        ),
      },
      {
        name: 'lettermill_http_request_duration_seconds',
        type: 'histogram',
        help: 'Time from the head of a request to its answer, by operation of the contract.',
        samples: all.map(([operation, { took }]) => took.sample({ operation })),
      },
    ]
  }

  #of(operation: string): OperationCounts {
    let answered = this.#byOperation.get(operation)
    if (!answered) {
      answered = { took: new Histogram(BOUNDS_S), classes: new Float64Array(CLASSES.length) }
      this.#byOperation.set(operation, answered)
    }
    return answered
  }
}
