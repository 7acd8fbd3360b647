// Waits for a duration, for a local time of the contact, or for the first such time after the duration.
import { durationFault, durationMs } from './config/duration.ts'
import { nextLocal } from '../../../base/rules/local-time.ts'
import type { ConfigOf } from '../graph/graph.ts'
import { timeZoneOf } from '../settings.ts'
import { stepFault, isReachedInFuture, pickFields, reachedAt } from './parts.ts'
import { type StepFault, type StepContext, STEP_COMPLETED, type StepResult, type StepType } from './step-type.ts'

type Config = ConfigOf<'delay'>

export const delayStep: StepType<'delay'> = {
  title: 'Delay',
  summary,
  config: sent => {
    const config = pickFields(sent, ['duration', 'until'])
    return config.until ? { ...config, until: pickFields(config.until, ['time', 'weekdays']) } : config
  },
  faults,
  advance: ({ config }, context) => advance(config, context),
  readsLocalTime: ({ until }) => until !== undefined,
}

function faults({ duration, until }: Config): StepFault[] {
  if (duration !== undefined) return stepFault('duration', durationFault(duration))
  return stepFault('duration', until ? undefined : 'a delay requires `duration`, `until` or both')
}

function advance({ duration, until }: Config, context: StepContext): StepResult {
  if (until === undefined && isReachedInFuture(context)) return STEP_COMPLETED
  const after = new Date(reachedAt(context) + (duration === undefined ? 0 : durationMs(duration)!))
  const zone = timeZoneOf(context.sources.contact, context.settings)
  const moment = until ? nextLocal(after, zone, until) : after
  return moment <= context.now ? STEP_COMPLETED : { is: 'waiting', until: moment, waits_for: null }
}

function summary({ duration, until }: Config): string {
  const days = until?.weekdays?.map(day => day.charAt(0).toUpperCase() + day.slice(1, 3)).join(', ')
  const moment = until && [`until ${until.time}`, ...(days ? [`on ${days}`] : [])].join(' ')
  return [duration, moment].filter(Boolean).join(', then ')
}
