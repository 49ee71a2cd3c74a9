import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { serviceAccount } from '#server/db/embedded/service-account.ts';
import { type Setting, writeConfigurations } from './configuration.ts';
import {
	keptLayout,
	type Layout,
	loopbackLayout,
	MACHINES,
	type MachineName,
	marketVariables,
} from './layout.ts';
import { type Machine, machineIn, type Part } from './machine.ts';
import { type Program, requirePrograms, startProgram } from './programs.ts';
import {
	isDatabaseReachable,
	isDatabaseWhole,
	isEtcdWhole,
	isRedisWhole,
	primaryOf,
	redisPrimaryOf,
} from './standing.ts';
import { waitUntil } from './waiting.ts';

const WHOLE_WITHIN_MS = 120_000;
const PORTS = [2379, 2380, 5432, 6432, 8008, 6379, 26_379];
const BALANCER_PORTS = [5432, 5433, 6432, 6379, 8404];

/** PostgreSQL, PgBouncer, Redis and what keeps them going, on three machines that are all this one, and HAProxy. */
export interface Cluster {
	/** What the market is to be told. */
	variables: ReturnType<typeof marketVariables>;
	/** The machine that is written to; undefined while none is. */
	primary: () => Promise<MachineName | undefined>;
	/** The machine whose Redis leads. */
	redisPrimary: () => Promise<MachineName>;
	/** All of a machine, or parts, ended without a word. */
	kill: (name: MachineName, parts?: readonly Part[]) => Promise<void>;
	/** What does not run of it is started. */
	start: (name: MachineName) => Promise<void>;
	/** @throws Error when after two minutes not everything has its primary and its standbys */
	untilWhole: () => Promise<void>;
	/** Everything finishes in order, and keeps what it has. */
	stop: () => Promise<void>;
	/** Everything ends at once, and may be thrown away. */
	drop: () => Promise<void>;
}

interface Options {
	/** Made when missing; a second start finds everything there. */
	folder: string;
	/** Told in words what takes a while. */
	onProgress?: (step: string) => void;
	/** Gives up the start: everything ends again. */
	signal?: AbortSignal;
}

/**
 * Starts a cluster on this computer's loopback, from Debian's packages, and waits until it is whole.
 * @throws Error in one line when a package is missing or an address is taken; with what it waited for in vain
 */
export async function openCluster(options: Options): Promise<Cluster> {
	const { folder, onProgress = () => undefined, signal } = options;
	const waiting = { withinMs: WHOLE_WITHIN_MS, signal };
	await requirePrograms();
	const place = resolve(folder);
	const account = await serviceAccount();
	const layout = (await keptLayout(place)) ?? loopbackLayout();
	await requireFree(layout);
	await writeConfigurations(place, layout, loopbackSetting(place), account);
	const machines = Object.fromEntries(
		MACHINES.map((name) => [name, machineIn(join(place, name), account)]),
	) as Record<MachineName, Machine>;
	const all = Object.values(machines);
	const balancerFolder = join(place, 'balancer');
	let balancer: Program | undefined;
	const end = async (how: 'stop' | 'kill') => {
		await balancer?.end('SIGTERM');
		await Promise.all(all.map((machine) => machine[how]()));
	};
	const cluster: Cluster = {
		variables: marketVariables(layout),
		primary: () => primaryOf(layout),
		redisPrimary: () => redisPrimaryOf(layout),
		kill: (name, parts) => machines[name].kill(parts),
		start: (name) => machines[name].start(),
		untilWhole: () => untilWhole(layout),
		stop: () => end('stop'),
		drop: () => end('kill'),
	};
	try {
		onProgress('Starting three machines and a balancer');
		for (const machine of all) await machine.start(['etcd']);
		await waitUntil('etcd has a leader', () => isEtcdWhole(layout), waiting);
		for (const machine of all) await machine.start();
		const line = ['haproxy', '-db', '-f', join(balancerFolder, 'haproxy.cfg')];
		balancer = await startProgram(account, line, join(balancerFolder, 'haproxy.log'));
		onProgress('Waiting for a primary and two synchronous standbys');
		await untilWhole(layout, signal);
		return cluster;
	} catch (error) {
		await cluster.drop();
		throw error;
	}
}

/** Little memory, and no watchdog: it would restart the computer that all of them share. */
function loopbackSetting(folder: string): Setting {
	return {
		folderOf: (machine) => join(folder, machine),
		sharedBuffers: '64MB',
		watchdog: 'off',
	};
}

async function untilWhole(layout: Layout, signal?: AbortSignal): Promise<void> {
	const waiting = { withinMs: WHOLE_WITHIN_MS, signal };
	await waitUntil('PostgreSQL whole', () => isDatabaseWhole(layout), waiting);
	await waitUntil('the databases reached', () => isDatabaseReachable(layout), waiting);
	await waitUntil('Redis whole', () => isRedisWhole(layout), waiting);
}

/** @throws Error in one line for what is taken */
async function requireFree({ addresses, balancer }: Layout): Promise<void> {
	const wanted = [
		...Object.values(addresses).flatMap((address) => PORTS.map((port) => ({ address, port }))),
		...BALANCER_PORTS.map((port) => ({ address: balancer, port })),
	];
	for (const { address, port } of wanted) {
		if (await isFree(address, port)) continue;
		throw new Error(
			`${address}:${port} is taken: the cluster runs already, or something here listens at ${port} on all addresses.`,
		);
	}
}

function isFree(host: string, port: number): Promise<boolean> {
	const { promise, resolve: settle } = Promise.withResolvers<boolean>();
	const server = createServer();
	server.once('error', () => settle(false));
	server.listen({ host, port, exclusive: true }, () => server.close(() => settle(true)));
	return promise;
}
