// Chains stages into one function: each takes the result of the one before it.

export type Stage<In, Out> = (given: In) => Out | Promise<Out>

export function inOrder<A, B, C, D>(...stages: [Stage<A, B>, Stage<B, C>, Stage<C, D>]): (first: A) => Promise<D>
export function inOrder<A, B, C, D, E>(
  ...stages: [Stage<A, B>, Stage<B, C>, Stage<C, D>, Stage<D, E>]
): (first: A) => Promise<E>
export function inOrder<A, B, C, D, E, F>(
  ...stages: [Stage<A, B>, Stage<B, C>, Stage<C, D>, Stage<D, E>, Stage<E, F>]
): (first: A) => Promise<F>
export function inOrder<A, B, C, D, E, F, G, H, I>(
  ...stages: [Stage<A, B>, Stage<B, C>, Stage<C, D>, Stage<D, E>, Stage<E, F>, Stage<F, G>, Stage<G, H>, Stage<H, I>]
): (first: A) => Promise<I>
export function inOrder(...stages: Stage<never, unknown>[]): (first: unknown) => Promise<unknown> {
  return async first => {
    let given = first
    for (const stage of stages) {
      const made = stage(given as never)
      // most stages return no promise, and each `await` costs a turn of the microtask queue
      given = made instanceof Promise ? await made : made
    }
    return given
  }
}
