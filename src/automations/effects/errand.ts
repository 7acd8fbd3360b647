// An effect that needs the network is an errand: it is written down as a job in the unit of work that brings the run to
// the step, and that job settles the step when it is done.

/** What is to be done, as plain data; whoever runs errands of its kind knows the rest of it. */
export interface Errand {
  /** Who can run it. */
  kind: string
}

/** An errand that has been written down; the run stands at its step until the job settles it. */
export interface UnderWay {
  under_way: true
}
