// Automations are enabled, disabled, edited, stopped, copied and deleted concurrently while their runs are in progress.
import { expect, it } from 'vitest'
import { statement } from '../../../src/base/store/statement.ts'
import { aPublishedTemplate, anAutomation } from '../../support/automations.ts'
import { chain, delay, mail, trigger, wait } from '../rules/support.ts'
import { clock } from '../../support/clock.ts'
import { startServer } from '../../support/server.ts'

const HOUR = 3_600_000
const AUTOMATIONS = 12
const ROUNDS = 8

const runs = statement<object, { id: string; status: string; cursor: string | null; waiting: number }>(knex =>
  knex('automation_runs').select('id', 'status', 'cursor', 'waiting'),
)
const mails = statement<object, { origin_id: string; subject: string }>(knex =>
  knex('emails').select('origin_id', 'subject'),
)
const openSteps = statement<object, { run_id: string }>(knex =>
  knex('automation_run_steps')
    .join('automation_runs', 'automation_runs.id', 'automation_run_steps.run_id')
    .select('run_id')
    .where('automation_runs.status', 'completed')
    .whereNull('automation_run_steps.completed_at'),
)
const jobs = statement<object, { kind: string }>(knex =>
  knex('jobs').select('kind').whereNotIn('kind', ['sweep', 'forget_runs']),
)

const graph = chain(
  trigger(),
  mail('a', { subject: 'A' }),
  delay('d', '1 hour'),
  mail('b', { subject: 'B' }),
  wait('w', { timeout: '1 hour' }),
  mail('c', { subject: 'C' }),
)
const other = chain(trigger(), delay('d2', '30 minutes'), mail('z', { subject: 'Z' }))

it('every run ends in one state, and no step is performed twice', async () => {
  const time = clock()
  const server = await startServer({}, { now: time.now })
  try {
    await aPublishedTemplate(server)
    const ids = await Promise.all(
      // some start with the other graph, because an update may come too late in every round
      Array.from({ length: AUTOMATIONS }, (_, index) =>
        anAutomation(server, { ...(index % 3 === 1 ? other : graph), status: 'enabled' }),
      ),
    )
    const path = (index: number): string => `/automations/${ids[index % AUTOMATIONS]}`
    const patch = (index: number, body: object): Promise<unknown> => server.call('PATCH', path(index), { body })
    const send = (event: string, index: number): Promise<unknown> =>
      server.call('POST', '/events/send', { body: { event, email: `n${index}@example.com` } })
    const cancelOne = async (index: number): Promise<unknown> => {
      const { body } = await server.call('GET', `${path(index)}/runs?limit=1&status=running`)
      return body.data?.[0] && server.call('POST', `${path(index)}/runs/${body.data[0].id}/cancel`)
    }
    for (let round = 0; round < ROUNDS; round++) {
      const acts = Array.from({ length: AUTOMATIONS }, (_, index) => [
        () => send('trial.started', index),
        () => send('feedback.received', index),
        () => patch(index, { status: index % 2 ? 'enabled' : 'disabled' }),
        () => patch(index + round, { status: 'enabled' }),
        () => patch(index, round % 2 ? other : graph),
        () => server.call('POST', `${path(index * 3)}/stop`, { body: { runs: index % 3 ? 'finish' : 'cancel' } }),
        () => server.call('POST', `${path(index)}/duplicate`),
        () => cancelOne(index + 1),
        ...(round === 5 && index % 4 === 0 ? [() => server.call('DELETE', path(index))] : []),
      ]).flat()
      // a different order in each round
      const shuffled = acts.map((act, index) => ({ act, rank: (index * 7919 + round * 104_729) % 1009 }))
      await Promise.all(shuffled.toSorted((a, b) => a.rank - b.rank).map(({ act }) => act()))
      time.forward(HOUR / 4)
    }
    for (let hour = 0; hour < 4; hour++) {
      await server.queue.idle()
      time.forward(HOUR)
    }
    await server.queue.idle()

    const ended = await server.database.read(tx => tx.all(runs, {}))
    const states = new Set(ended.map(({ status }) => status))
    expect(states).toEqual(new Set(['completed', 'cancelled']))
    expect(ended.every(({ cursor, waiting }) => cursor === null && waiting === 0)).toBe(true)
    expect(await server.database.read(tx => tx.all(openSteps, {}))).toEqual([])
    const sent = (await server.database.read(tx => tx.all(mails, {}))).map(mail => `${mail.origin_id} ${mail.subject}`)
    expect(new Set(sent).size).toBe(sent.length)
    expect(await server.database.read(tx => tx.all(jobs, {}))).toEqual([])
    const completed = ended.filter(({ status }) => status === 'completed')
    // all emails of the graph that the run started with, and none of another graph
    const kinds = completed.map(({ id }) =>
      ['A', 'B', 'C', 'Z'].filter(subject => sent.includes(`${id} ${subject}`)).join(''),
    )
    expect([...new Set(kinds)].toSorted()).toEqual(['ABC', 'Z'])
    expect(completed.length).toBeGreaterThan(50)
  } finally {
    await server.stop()
  }
})
