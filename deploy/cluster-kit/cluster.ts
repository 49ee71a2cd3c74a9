import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { serviceAccount } from '#server/db/embedded/service-account.ts';
import {
	findPrimary,
	findRedisPrimary,
	isDatabaseHealthy,
	isDatabaseReachable,
	isEtcdHealthy,
	isRedisHealthy,
} from './cluster-status.ts';
import { type ClusterSettings, writeConfigurations } from './configuration.ts';
import {
	createAppEnvironment,
	createLoopbackLayout,
	type Layout,
	MACHINES,
	type MachineName,
	readLayout,
} from './layout.ts';
import { createMachine, type Machine, type Service } from './machine.ts';
import { type Program, requirePrograms, startProgram } from './programs.ts';
import { waitUntil } from './wait-until.ts';

const HEALTHY_WITHIN_MS = 120_000;
const MACHINE_PORTS = [2379, 2380, 5432, 6432, 8008, 6379, 26_379];
const BALANCER_PORTS = [5432, 5433, 6432, 6379, 8404];

/** PostgreSQL, PgBouncer, Redis and what keeps them going, on three machines that are all this one, and HAProxy. */
export interface Cluster {
	/** What the market is to be told. */
	appEnvironment: ReturnType<typeof createAppEnvironment>;
	/** The machine that is written to; undefined while none is. */
	primary: () => Promise<MachineName | undefined>;
	/** The machine whose Redis leads. */
	redisPrimary: () => Promise<MachineName>;
	/** All of a machine, or parts, ended without a word. */
	kill: (name: MachineName, services?: readonly Service[]) => Promise<void>;
	/** What does not run of it is started. */
	start: (name: MachineName) => Promise<void>;
	/** @throws Error when after two minutes not everything has its primary and its standbys */
	waitUntilHealthy: () => Promise<void>;
	/** Everything finishes in order, and keeps what it has. */
	stop: () => Promise<void>;
	/** Everything ends at once, and may be thrown away. */
	destroy: () => Promise<void>;
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
	const waitOptions = { withinMs: HEALTHY_WITHIN_MS, signal };
	await requirePrograms();
	const rootFolder = resolve(folder);
	const account = await serviceAccount();
	const layout = (await readLayout(rootFolder)) ?? createLoopbackLayout();
	await requireFree(layout);
	await writeConfigurations(rootFolder, layout, loopbackSettings(rootFolder), account);
	const machines = Object.fromEntries(
		MACHINES.map((name) => [name, createMachine(join(rootFolder, name), account)]),
	) as Record<MachineName, Machine>;
	const allMachines = Object.values(machines);
	const balancerFolder = join(rootFolder, 'balancer');
	let balancer: Program | undefined;
	const endAll = async (method: 'stop' | 'kill') => {
		await balancer?.end('SIGTERM');
		await Promise.all(allMachines.map((machine) => machine[method]()));
	};
	const cluster: Cluster = {
		appEnvironment: createAppEnvironment(layout),
		primary: () => findPrimary(layout),
		redisPrimary: () => findRedisPrimary(layout),
		kill: (name, services) => machines[name].kill(services),
		start: (name) => machines[name].start(),
		waitUntilHealthy: () => waitUntilHealthy(layout),
		stop: () => endAll('stop'),
		destroy: () => endAll('kill'),
	};
	try {
		onProgress('Starting three machines and a balancer');
		for (const machine of allMachines) await machine.start(['etcd']);
		await waitUntil('etcd has a leader', () => isEtcdHealthy(layout), waitOptions);
		for (const machine of allMachines) await machine.start();
		const command = ['haproxy', '-db', '-f', join(balancerFolder, 'haproxy.cfg')];
		balancer = await startProgram(account, command, join(balancerFolder, 'haproxy.log'));
		onProgress('Waiting for a primary and two synchronous standbys');
		await waitUntilHealthy(layout, signal);
		return cluster;
	} catch (error) {
		await cluster.destroy();
		throw error;
	}
}

/** Little memory, and no watchdog: it would restart the computer that all of them share. */
function loopbackSettings(folder: string): ClusterSettings {
	return {
		folderOf: (machine) => join(folder, machine),
		sharedBuffers: '64MB',
		watchdog: 'off',
	};
}

async function waitUntilHealthy(layout: Layout, signal?: AbortSignal): Promise<void> {
	const waitOptions = { withinMs: HEALTHY_WITHIN_MS, signal };
	await waitUntil('PostgreSQL whole', () => isDatabaseHealthy(layout), waitOptions);
	await waitUntil('the databases reached', () => isDatabaseReachable(layout), waitOptions);
	await waitUntil('Redis whole', () => isRedisHealthy(layout), waitOptions);
}

/** @throws Error in one line for what is taken */
async function requireFree({ addresses, balancer }: Layout): Promise<void> {
	const endpoints = [
		...Object.values(addresses).flatMap((address) =>
			MACHINE_PORTS.map((port) => ({ address, port })),
		),
		...BALANCER_PORTS.map((port) => ({ address: balancer, port })),
	];
	for (const { address, port } of endpoints) {
		if (await isFree(address, port)) continue;
		throw new Error(
			`${address}:${port} is taken: the cluster runs already, or something here listens at ${port} on all addresses.`,
		);
	}
}

function isFree(host: string, port: number): Promise<boolean> {
	const { promise, resolve: onResult } = Promise.withResolvers<boolean>();
	const server = createServer();
	server.once('error', () => onResult(false));
	server.listen({ host, port, exclusive: true }, () => server.close(() => onResult(true)));
	return promise;
}
