// The graphs of the demo: automations with any number of steps.

export interface Step {
  key: string
  type: string
  config: object
}

export interface Connection {
  from: string
  to: string
  type?: string
}

export interface Graph {
  steps: Step[]
  connections: Connection[]
}

/** The previous step, and the outcome that leads to the next one. */
type End = [from: string, type?: string]

/**
 * Emails with days between them. A contact who opens none gets a reminder, and one with the plan Pro is marked. Has
 * `count` steps.
 */
export function journey(event_name: string, count: number): Graph {
  const steps: Step[] = [{ key: 'start', type: 'trigger', config: { event_name } }]
  const connections: Connection[] = []
  let ends: End[] = [['start']]
  const add = (key: string, type: string, config: object, after: End[]): void => {
    steps.push({ key, type, config })
    for (const [from, way] of after) connections.push({ from, to: key, ...(way !== undefined && { type: way }) })
  }
  for (let week = 1; steps.length < count; week++) {
    const left = count - steps.length
    add(`mail ${week}`, 'send_email', mail('demo-news'), ends)
    ends = [[`mail ${week}`]]
    if (left === 1) break
    add(`pause ${week}`, 'delay', { duration: `${1 + (week % 3)} days` }, ends)
    ends = [[`pause ${week}`]]
    if (left < 6) continue
    add(`look ${week}`, 'wait_for_event', { event_name: 'page.visited', timeout: '2 days' }, ends)
    add(`nudge ${week}`, 'send_email', mail('demo-nudge'), [[`look ${week}`, 'timeout']])
    add(`is pro ${week}`, 'condition', isPro(), [[`look ${week}`, 'event_received']])
    add(`mark ${week}`, 'contact_update', { first_name: `Pro, week ${week}` }, [[`is pro ${week}`, 'condition_met']])
    ends = [[`nudge ${week}`], [`is pro ${week}`, 'condition_not_met'], [`mark ${week}`]]
  }
  return { steps, connections }
}

/** An email whose template needs a value that some events lack, so that its runs fail. */
export function receipt(event_name: string): Graph {
  return {
    steps: [
      { key: 'start', type: 'trigger', config: { event_name } },
      { key: 'receipt', type: 'send_email', config: { template: { id: 'demo-receipt', variables: number() } } },
    ],
    connections: [{ from: 'start', to: 'receipt' }],
  }
}

function mail(id: string): object {
  return { template: { id, variables: { PLAN: { var: 'event.plan' } } } }
}

function number(): object {
  return { NUMBER: { var: 'event.number' } }
}

function isPro(): object {
  return { type: 'rule', field: 'event.plan', operator: 'eq', value: 'Pro' }
}
