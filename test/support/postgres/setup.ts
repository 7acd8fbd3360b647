// Starts the PostgreSQL for a test run: once, before the workers, and only for a run of the project that needs it.
import { prepareTemplate } from './new-database.ts'
import { type Cluster, startCluster } from './cluster.ts'

let cluster: Cluster | undefined

export async function setup(): Promise<void> {
  cluster = await startCluster()
  process.env.TEST_POSTGRES = cluster.url
  await prepareTemplate(cluster.url)
}

export async function teardown(): Promise<void> {
  await cluster?.stop()
}
