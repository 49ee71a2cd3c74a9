import { Redis } from 'ioredis';
import { queryOnce } from '#server/db/preflight/wait-for-database.ts';
import { type Layout, MACHINES, type MachineName, marketVariables } from './layout.ts';

const ANSWER_WITHIN_MS = 2000;

/** As Patroni tells of it. */
interface Member {
	name: MachineName;
	role: 'leader' | 'replica' | 'sync_standby';
	state: string;
}

/** How it stands, as the first machine tells that answers; nobody's word where none does. */
async function membersOf({ addresses }: Layout): Promise<Member[]> {
	const asked = MACHINES.map(async (name) => {
		const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
		const answer = await fetch(`http://${addresses[name]}:8008/cluster`, { signal });
		return ((await answer.json()) as { members: Member[] }).members;
	});
	return Promise.any(asked).catch(() => []);
}

/** The machine whose PostgreSQL is the primary; undefined while there is none. */
export async function primaryOf(layout: Layout): Promise<MachineName | undefined> {
	for (const name of MACHINES) {
		const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
		const url = `http://${layout.addresses[name]}:8008/primary`;
		const answer = await fetch(url, { signal }).catch(() => undefined);
		await answer?.body?.cancel();
		if (answer?.ok) return name;
	}
	return undefined;
}

/** The machine whose Redis leads, as the first Sentinel tells that answers. */
export async function redisPrimaryOf({ addresses, passwords }: Layout): Promise<MachineName> {
	const asked = MACHINES.map((name) =>
		askRedis(`redis://:${passwords.redis}@${addresses[name]}:26379`, (sentinel) =>
			sentinel.call('SENTINEL', 'get-master-addr-by-name', 'passdown'),
		),
	);
	const [address] = (await Promise.any(asked)) as string[];
	const found = MACHINES.find((name) => addresses[name] === address);
	if (!found) throw new Error(`Sentinel names ${address}, which is none of the three.`);
	return found;
}

/** Whether etcd has a leader, without which Patroni waits for five seconds before it asks again. */
export async function isEtcdWhole({ addresses }: Layout): Promise<boolean> {
	const asked = MACHINES.map(async (name) => {
		const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
		const answer = await fetch(`http://${addresses[name]}:2379/health`, { signal });
		return ((await answer.json()) as { health: string }).health === 'true';
	});
	return !(await Promise.all(asked)).includes(false);
}

/** Whether PostgreSQL has a primary and both standbys hold what it acknowledges. */
export async function isDatabaseWhole(layout: Layout): Promise<boolean> {
	const members = await membersOf(layout);
	const roles = members.filter(({ state }) => /^(running|streaming)$/.test(state));
	const count = (role: Member['role']) => roles.filter((member) => member.role === role).length;
	return count('leader') === 1 && count('sync_standby') === MACHINES.length - 1;
}

/** Whether each address that the market is given is served. */
export async function isDatabaseReachable(layout: Layout): Promise<boolean> {
	const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_REPLICA_URL } = marketVariables(layout);
	const answers = await Promise.all([
		isStandby(DATABASE_URL),
		isStandby(DATABASE_DIRECT_URL),
		isStandby(DATABASE_REPLICA_URL),
	]);
	return answers.join() === 'false,false,true';
}

/** Whether Redis has one that leads and two that follow it, and is reached. */
export async function isRedisWhole(layout: Layout): Promise<boolean> {
	const { REDIS_URL } = marketVariables(layout);
	const said = await askRedis(REDIS_URL, (redis) => redis.info('replication'));
	return said.includes('role:master') && said.match(/state=online/g)?.length === 2;
}

async function askRedis<T>(url: string, ask: (redis: Redis) => Promise<T>): Promise<T> {
	const redis = new Redis(url, {
		lazyConnect: true,
		retryStrategy: () => null,
		maxRetriesPerRequest: 0,
		connectTimeout: ANSWER_WITHIN_MS,
		commandTimeout: ANSWER_WITHIN_MS,
		enableReadyCheck: false,
	});
	// Whoever waits for a command is told besides.
	redis.on('error', () => undefined);
	try {
		await redis.connect();
		return await ask(redis);
	} finally {
		redis.disconnect();
	}
}

function isStandby(url: string): Promise<boolean> {
	return queryOnce(
		url,
		async (client) => {
			const { rows } = await client.query<{ is: boolean }>('select pg_is_in_recovery() as is');
			return rows[0]?.is === true;
		},
		ANSWER_WITHIN_MS,
	);
}
