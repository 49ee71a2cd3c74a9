import { randomBytes, randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the three machines are called, here and in every configuration. */
export const MACHINES = ['a', 'b', 'c'] as const;
export type MachineName = (typeof MACHINES)[number];

const PASSWORDS = [
	'superuser',
	'replicator',
	'rewinder',
	'owner',
	'market',
	'patroni',
	'redis',
] as const;
type Password = (typeof PASSWORDS)[number];

/** Where everything is, and what lets it in: all that tells one cluster from another. */
export interface Layout {
	addresses: Record<MachineName, string>;
	/** Where HAProxy listens: on loopback of each machine that runs the market. */
	balancer: string;
	/** From which addresses PostgreSQL is spoken to. */
	network: string;
	passwords: Record<Password, string>;
}

/** Where the layout of a folder is kept: what the programs store names addresses, so these must stay. */
export const layoutFile = (folder: string) => join(folder, 'cluster.json');

/** The one that a folder was made with; undefined for a new one. */
export async function keptLayout(folder: string): Promise<Layout | undefined> {
	const text = await readFile(layoutFile(folder), 'utf8').catch(() => undefined);
	return text === undefined ? undefined : (JSON.parse(text) as Layout);
}

/**
 * Three machines and a balancer on this computer: each has an address of its own in 127.0.0.0/8, and the same ports as it
 * would have anywhere.
 */
export function loopbackLayout(): Layout {
	const block = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
	const addresses = { a: `${block}.1`, b: `${block}.2`, c: `${block}.3` };
	return {
		addresses,
		balancer: `${block}.4`,
		network: '127.0.0.0/8',
		passwords: freshPasswords(),
	};
}

/**
 * Three machines elsewhere; HAProxy is where the market is.
 * @param kept what was written before, whose passwords stay
 */
export function realLayout(
	addresses: Layout['addresses'],
	network: string,
	kept: Layout | undefined,
): Layout {
	const passwords = kept?.passwords ?? freshPasswords();
	return { addresses, balancer: '127.0.0.1', network, passwords };
}

function freshPasswords(): Layout['passwords'] {
	const made = PASSWORDS.map((name) => [name, randomBytes(18).toString('hex')]);
	return Object.fromEntries(made) as Layout['passwords'];
}

/** How the market is told of the cluster: the variables of its configuration. */
export function marketVariables({ balancer, passwords }: Layout) {
	const direct = `postgres://market_owner:${passwords.owner}@${balancer}:5432/market`;
	return {
		DATABASE_URL: `postgres://market:${passwords.market}@${balancer}:6432/market`,
		DATABASE_POOLED: '1',
		DATABASE_DIRECT_URL: direct,
		DATABASE_REPLICA_URL: `postgres://market:${passwords.market}@${balancer}:5433/market`,
		REDIS_URL: `redis://:${passwords.redis}@${balancer}:6379`,
	};
}
