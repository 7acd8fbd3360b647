// Automations, their runs and their simulation.
import * as operations from '../generated/sdk.gen.js'
import type {
  CreateAutomation,
  GraphSimulation,
  ListAutomationRunsData,
  ListAutomationsData,
  Simulation,
  StopAutomation,
  UpdateAutomation,
} from '../generated/types.gen.js'
import { Listing } from '../listing.js'
import { type CallOptions, type Transport, dataOf, removalOf } from '../transport.js'

type ListQuery<Data extends { query?: object }> = Omit<NonNullable<Data['query']>, 'before'>

export const automations = (to: Transport) => ({
  create: (body: CreateAutomation, options?: CallOptions) =>
    dataOf(operations.createAutomation({ ...options, ...to, body })),
  get: (automation_id: string, options?: CallOptions) =>
    dataOf(operations.getAutomation({ ...options, ...to, path: { automation_id } })),
  list: (query: ListQuery<ListAutomationsData> = {}, options?: CallOptions) =>
    new Listing(query, page => dataOf(operations.listAutomations({ ...options, ...to, query: { ...query, ...page } }))),
  /**
   * Renames, enables or disables an automation, or replaces the graph of a disabled one: steps and connections
   * together.
   */
  update: (automation_id: string, body: UpdateAutomation, options?: CallOptions) =>
    dataOf(operations.updateAutomation({ ...options, ...to, path: { automation_id }, body })),
  remove: (automation_id: string, options?: CallOptions) =>
    removalOf(operations.removeAutomation({ ...options, ...to, path: { automation_id } }), {
      object: 'automation',
      id: automation_id,
      deleted: true,
    }),
  duplicate: (automation_id: string, options?: CallOptions) =>
    dataOf(operations.duplicateAutomation({ ...options, ...to, path: { automation_id } })),
  /** Disables the automation and cancels the runs in progress. */
  stop: (automation_id: string, body: StopAutomation = {}, options?: CallOptions) =>
    dataOf(operations.stopAutomation({ ...options, ...to, path: { automation_id }, body })),
  metrics: (automation_id: string, options?: CallOptions) =>
    dataOf(operations.getAutomationMetrics({ ...options, ...to, path: { automation_id } })),
  /** Simulates a run with a virtual clock; changes and sends nothing. */
  simulate: (automation_id: string, body: Simulation, options?: CallOptions) =>
    dataOf(operations.simulateAutomation({ ...options, ...to, path: { automation_id }, body })),
  /** Simulates a graph that is not stored. */
  simulateGraph: (body: GraphSimulation, options?: CallOptions) =>
    dataOf(operations.simulateGraph({ ...options, ...to, body })),
  runs: {
    get: (automation_id: string, run_id: string, options?: CallOptions) =>
      dataOf(operations.getAutomationRun({ ...options, ...to, path: { automation_id, run_id } })),
    list: (automation_id: string, query: ListQuery<ListAutomationRunsData> = {}, options?: CallOptions) =>
      new Listing(query, page =>
        dataOf(
          operations.listAutomationRuns({ ...options, ...to, path: { automation_id }, query: { ...query, ...page } }),
        ),
      ),
    cancel: (automation_id: string, run_id: string, options?: CallOptions) =>
      dataOf(operations.cancelAutomationRun({ ...options, ...to, path: { automation_id, run_id } })),
  },
})
