import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Cluster, openCluster } from '#deploy/cluster-kit/cluster.ts';
import { startInstances } from './instances.ts';

/** Programs of a cluster; Debian packages of tools/debian-packages.txt. */
export const CLUSTER_PROGRAMS = [
	'etcd',
	'patroni',
	'pg_rewind',
	'pgbouncer',
	'redis-server',
	'redis-sentinel',
	'haproxy',
];

/** How often the primary is killed: ten times by `npm run test:cluster`, never by `npm test`, as each takes half a minute. */
// biome-ignore lint/style/noProcessEnv: an option of the test run
export const CLUSTER_ROUNDS = Number(process.env.CLUSTER_ROUNDS ?? 0);

export interface ClusterApp {
	cluster: Cluster;
	/** URL of the primary for the owner, without the pooler. */
	url: string;
	/** The folder of photos and mails, shared by both instances. */
	dataDir: string;
	/** The address of each instance. */
	addresses: readonly string[];
	/** Stops everything and deletes its data. */
	close: () => Promise<void>;
}

/** Two instances of the app on a cluster as `npm run cluster` starts it, with the environment that it prints. */
export async function openClusterApp(): Promise<ClusterApp> {
	const folder = await mkdtemp(join(tmpdir(), 'market-cluster-'));
	const closers = [() => rm(folder, { recursive: true, force: true, maxRetries: 20 })];
	const close = async () => {
		for (const closer of closers.splice(0).reverse()) await closer();
	};
	try {
		const cluster = await openCluster({ folder });
		closers.push(cluster.destroy);
		const { appEnvironment } = cluster;
		const instances = await startInstances({
			count: 2,
			databaseUrl: appEnvironment.DATABASE_URL,
			redisUrl: appEnvironment.REDIS_URL,
			environment: { ...appEnvironment, LOG_LEVEL: 'silent' },
		});
		closers.push(instances.stop);
		const { all, dataDir } = instances;
		const addresses = all.map(({ address }) => address);
		return { cluster, url: appEnvironment.DATABASE_DIRECT_URL, dataDir, addresses, close };
	} catch (error) {
		await close();
		throw error;
	}
}
