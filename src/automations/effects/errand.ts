// An effect that needs the network is an errand: it is written down as a job in the unit of work that brings the run to
// the step, and that job settles the step when it is done.
import type { Outcome } from './effect.ts'

export interface Errand {
  /** Who can run it. */
  kind: string
  step_key: string
}

/** An errand that has been written down; the run stands at its step until the job settles it. */
export interface UnderWay {
  under_way: true
}

/**
 * Runs errands of one kind: what comes of it settles the step; what is thrown is tried again. `id` is the same at each
 * try, so that the other side can tell a repetition.
 */
export type ErrandRunner = (errand: Errand, id: string) => Promise<Outcome>

/** By the kind of errand. */
export type ErrandRunners = ReadonlyMap<string, ErrandRunner>
