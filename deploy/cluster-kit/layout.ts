import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The names of the three machines, here and in every configuration. */
export const MACHINES = ['a', 'b', 'c'] as const;
export type MachineName = (typeof MACHINES)[number];

const PASSWORD_NAMES = [
	'superuser',
	'replicator',
	'rewinder',
	'owner',
	'market',
	'patroni',
	'redis',
] as const;
type PasswordName = (typeof PASSWORD_NAMES)[number];

/** Addresses and passwords: all that distinguishes one cluster from another. */
export interface Layout {
	addresses: Record<MachineName, string>;
	/** The address of HAProxy: loopback on each machine that runs the app. */
	balancer: string;
	/** The network that may connect to PostgreSQL. */
	network: string;
	passwords: Record<PasswordName, string>;
}

/** The file with a cluster's layout. Later starts reuse the layout, because the stored data contains its addresses. */
export const layoutPath = (folder: string) => join(folder, 'cluster.json');

/** The layout that a folder was created with; undefined for a new one. */
export async function readLayout(folder: string): Promise<Layout | undefined> {
	const text = await readFile(layoutPath(folder), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as Layout);
}

/**
 * The layout of three machines and a balancer on this computer. Each has an address of its own in 127.0.0.0/8, and the
 * ports that it would have on a real machine.
 */
export function createLoopbackLayout(): Layout {
	const block = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
	const addresses = { a: `${block}.1`, b: `${block}.2`, c: `${block}.3` };
	return {
		addresses,
		balancer: `${block}.4`,
		network: '127.0.0.0/8',
		passwords: generatePasswords(),
	};
}

/**
 * The layout of three real machines. HAProxy runs on each machine that runs the app.
 * @param previous an earlier layout, whose passwords are kept
 */
export function createLayout(
	addresses: Layout['addresses'],
	network: string,
	previous: Layout | undefined,
): Layout {
	const passwords = previous?.passwords ?? generatePasswords();
	return { addresses, balancer: '127.0.0.1', network, passwords };
}

function generatePasswords(): Layout['passwords'] {
	const entries = PASSWORD_NAMES.map((name) => [name, randomBytes(18).toString('hex')]);
	return Object.fromEntries(entries) as Layout['passwords'];
}

/** The environment variables by which the app finds the cluster. */
export function createAppEnvironment({ balancer, passwords }: Layout) {
	const directUrl = `postgres://market_owner:${passwords.owner}@${balancer}:5432/market`;
	return {
		DATABASE_URL: `postgres://market:${passwords.market}@${balancer}:6432/market`,
		DATABASE_POOLED: '1',
		DATABASE_DIRECT_URL: directUrl,
		DATABASE_REPLICA_URL: `postgres://market:${passwords.market}@${balancer}:5433/market`,
		REDIS_URL: `redis://:${passwords.redis}@${balancer}:6379`,
	};
}
