import { expect, it } from 'vitest'
import { durationFault, durationMs } from '../../../src/campaigns/automations/steps/config/duration.ts'

it.each([
  ['1 second', 1000],
  ['30 minutes', 1_800_000],
  ['1 hour', 3_600_000],
  ['1.5 hours', 5_400_000],
  ['24 hours', 86_400_000],
  ['3 days', 259_200_000],
  ['1 week', 604_800_000],
  ['1 seconds', 1000],
  ['0.0001 seconds', 1],
])('parses %s as %d ms', (text, ms) => {
  expect(durationMs(text)).toBe(ms)
  expect(durationFault(text)).toBeUndefined()
})

it.each([
  '',
  '5',
  'day',
  '0 days',
  '0.0 hours',
  '-1 day',
  '+1 day',
  '1day',
  '1  day',
  ' 1 day',
  '1 day ',
  '1 Day',
  '1e3 seconds',
  '1. day',
  '.5 day',
  '1 month',
  '1 hour 30 minutes',
  '1 day\n',
  'NaN days',
  '99999999999 weeks',
])('rejects %j', text => {
  expect(durationMs(text)).toBeUndefined()
  expect(durationFault(text)).toContain('is not a duration')
})

it.each([
  ['30 days', undefined],
  ['720 hours', undefined],
  ['4 weeks', undefined],
  ['30.01 days', 'longer than 30 days'],
  ['5 weeks', 'longer than 30 days'],
  ['2592001 seconds', 'longer than 30 days'],
])('checks the length of %s', (text, fault) => {
  if (fault === undefined) expect(durationFault(text)).toBeUndefined()
  else expect(durationFault(text)).toContain(fault)
})
