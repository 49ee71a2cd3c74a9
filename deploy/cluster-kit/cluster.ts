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

/** The time limit for each condition of a healthy cluster. */
const HEALTHY_WITHIN_MS = 120_000;
/** The ports of etcd (two), PostgreSQL, PgBouncer, Patroni, Redis and Sentinel on each machine. */
const MACHINE_PORTS = [2379, 2380, 5432, 6432, 8008, 6379, 26_379];
/** The ports at which HAProxy listens (templates/haproxy.cfg.tmpl). */
const BALANCER_PORTS = [5432, 5433, 6432, 6379, 8404];

/**
 * Three simulated machines on this computer, each with PostgreSQL, PgBouncer, Redis and their supervisors; and HAProxy,
 * their load balancer.
 */
export interface Cluster {
	/** The environment variables for the app. */
	appEnvironment: ReturnType<typeof createAppEnvironment>;
	/** The machine of the PostgreSQL primary; undefined while there is none. */
	primary: () => Promise<MachineName | undefined>;
	/** The machine of the Redis primary. */
	redisPrimary: () => Promise<MachineName>;
	/** Kills the given services of a machine (by default, all) without a shutdown. */
	kill: (name: MachineName, services?: readonly Service[]) => Promise<void>;
	/** Starts the services of a machine that are not running. */
	start: (name: MachineName) => Promise<void>;
	/** @throws Error if PostgreSQL or Redis lacks its primary or a standby after two minutes */
	waitUntilHealthy: () => Promise<void>;
	/** Shuts everything down properly; data stays. */
	stop: () => Promise<void>;
	/** Kills everything at once, without a shutdown; data stays. */
	destroy: () => Promise<void>;
}

interface Options {
	/** The folder of all data, created when missing. A later start on the same folder uses its data again. */
	folder: string;
	/** Called with a text for each slow step. */
	onProgress?: (step: string) => void;
	/** Aborts the start and stops everything. */
	signal?: AbortSignal;
}

/**
 * Starts a cluster on this computer's loopback addresses, from Debian's packages, and waits until it is healthy.
 * @throws Error in one line when a package is missing or an address is in use. When the cluster does not become healthy,
 * the error names the condition that is not met.
 */
export async function openCluster(options: Options): Promise<Cluster> {
	const { folder, onProgress = () => undefined, signal } = options;
	const waitOptions = { withinMs: HEALTHY_WITHIN_MS, signal };
	await requirePrograms();
	const rootFolder = resolve(folder);
	const account = await serviceAccount();
	const layout = (await readLayout(rootFolder)) ?? createLoopbackLayout();
	await requireFreePorts(layout);
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

/** Settings for a test: little memory, and no watchdog, because it would reboot this computer. */
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

/** @throws Error in one line when an address is in use */
async function requireFreePorts({ addresses, balancer }: Layout): Promise<void> {
	const endpoints = [
		...Object.values(addresses).flatMap((address) =>
			MACHINE_PORTS.map((port) => ({ address, port })),
		),
		...BALANCER_PORTS.map((port) => ({ address: balancer, port })),
	];
	for (const { address, port } of endpoints) {
		if (await isPortFree(address, port)) continue;
		throw new Error(
			`${address}:${port} is taken: the cluster runs already, or something here listens at ${port} on all addresses.`,
		);
	}
}

function isPortFree(host: string, port: number): Promise<boolean> {
	const { promise, resolve: onResult } = Promise.withResolvers<boolean>();
	const server = createServer();
	server.once('error', () => onResult(false));
	server.listen({ host, port, exclusive: true }, () => server.close(() => onResult(true)));
	return promise;
}
