import { Redis } from 'ioredis';
import { queryOnce } from '#server/db/preflight/wait-for-database.ts';
import { createAppEnvironment, type Layout, MACHINES, type MachineName } from './layout.ts';

const RESPONSE_TIMEOUT_MS = 2000;

/** A member of the cluster, as Patroni reports it. */
interface Member {
	name: MachineName;
	role: 'leader' | 'replica' | 'sync_standby';
	state: string;
}

/** The members, as reported by the first machine that answers; empty when none does. */
async function listMembers({ addresses }: Layout): Promise<Member[]> {
	const requests = MACHINES.map(async (name) => {
		const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
		const response = await fetch(`http://${addresses[name]}:8008/cluster`, { signal });
		return ((await response.json()) as { members: Member[] }).members;
	});
	return Promise.any(requests).catch(() => []);
}

/** The machine whose PostgreSQL is the primary; undefined while there is none. */
export async function findPrimary(layout: Layout): Promise<MachineName | undefined> {
	for (const name of MACHINES) {
		const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
		const url = `http://${layout.addresses[name]}:8008/primary`;
		const response = await fetch(url, { signal }).catch(() => undefined);
		await response?.body?.cancel();
		if (response?.ok) return name;
	}
	return undefined;
}

/** The machine of the Redis primary, as reported by the first Sentinel that answers. */
export async function findRedisPrimary({ addresses, passwords }: Layout): Promise<MachineName> {
	const requests = MACHINES.map((name) =>
		queryRedis(`redis://:${passwords.redis}@${addresses[name]}:26379`, (sentinel) =>
			sentinel.call('SENTINEL', 'get-master-addr-by-name', 'passdown'),
		),
	);
	const [address] = (await Promise.any(requests)) as string[];
	const machine = MACHINES.find((name) => addresses[name] === address);
	if (!machine) throw new Error(`Sentinel names ${address}, which is none of the three.`);
	return machine;
}

/**
 * Whether all three etcd members have a leader. If Patroni starts before that, it waits five seconds and then retries.
 */
export async function isEtcdHealthy({ addresses }: Layout): Promise<boolean> {
	const requests = MACHINES.map(async (name) => {
		const signal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
		const response = await fetch(`http://${addresses[name]}:2379/health`, { signal });
		return ((await response.json()) as { health: string }).health === 'true';
	});
	return !(await Promise.all(requests)).includes(false);
}

/** Whether PostgreSQL has a primary and both standbys replicate synchronously. */
export async function isDatabaseHealthy(layout: Layout): Promise<boolean> {
	const members = await listMembers(layout);
	const healthyMembers = members.filter(({ state }) => /^(running|streaming)$/.test(state));
	const count = (role: Member['role']) =>
		healthyMembers.filter((member) => member.role === role).length;
	return count('leader') === 1 && count('sync_standby') === MACHINES.length - 1;
}

/**
 * Whether the app's three database URLs accept connections: the first two lead to the primary, the third to a
 * standby.
 */
export async function isDatabaseReachable(layout: Layout): Promise<boolean> {
	const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_URL } = createAppEnvironment(layout);
	const standbyFlags = await Promise.all([
		isStandby(DATABASE_URL),
		isStandby(DATABASE_DIRECT_URL),
		isStandby(DATABASE_REPLICA_URL),
	]);
	return standbyFlags.join() === 'false,false,true';
}

/** Whether Redis has a primary with two replicas, and is reachable. */
export async function isRedisHealthy(layout: Layout): Promise<boolean> {
	const { REDIS_URL } = createAppEnvironment(layout);
	const replicationInfo = await queryRedis(REDIS_URL, (redis) => redis.info('replication'));
	return (
		replicationInfo.includes('role:master') && replicationInfo.match(/state=online/g)?.length === 2
	);
}

async function queryRedis<T>(url: string, query: (redis: Redis) => Promise<T>): Promise<T> {
	const redis = new Redis(url, {
		lazyConnect: true,
		retryStrategy: () => null,
		maxRetriesPerRequest: 0,
		connectTimeout: RESPONSE_TIMEOUT_MS,
		commandTimeout: RESPONSE_TIMEOUT_MS,
		enableReadyCheck: false,
	});
	// A failed command rejects its own promise as well.
	redis.on('error', () => undefined);
	try {
		await redis.connect();
		return await query(redis);
	} finally {
		redis.disconnect();
	}
}

function isStandby(url: string): Promise<boolean> {
	return queryOnce(
		url,
		async (client) => {
			const { rows } = await client.query<{ isStandby: boolean }>(
				'select pg_is_in_recovery() as "isStandby"',
			);
			return rows[0]?.isStandby === true;
		},
		RESPONSE_TIMEOUT_MS,
	);
}
