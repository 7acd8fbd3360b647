// Starts the PostgreSQL on which the tests of a run work: once, before there are workers, and only for a run that has some
// of the project that asks for it.
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
