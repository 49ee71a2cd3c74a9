import { join } from 'node:path';
import { findPostmaster } from '#server/db/embedded/data-directory.ts';
import type { Account } from '#server/db/embedded/service-account.ts';
import { type Program, startProgram } from './programs.ts';

/** The command of each service, by the machine's folder; `database` is Patroni with its PostgreSQL. */
const SERVICE_COMMANDS = {
	etcd: (folder: string) => ['etcd', '--config-file', join(folder, 'etcd.yml')],
	database: (folder: string) => ['patroni', join(folder, 'patroni.yml')],
	pooler: (folder: string) => ['pgbouncer', join(folder, 'pgbouncer.ini')],
	redis: (folder: string) => ['redis-server', join(folder, 'redis.conf')],
	sentinel: (folder: string) => ['redis-sentinel', join(folder, 'sentinel.conf')],
};
export type Service = keyof typeof SERVICE_COMMANDS;
const ALL_SERVICES = Object.keys(SERVICE_COMMANDS) as Service[];
/** A service that takes longer to shut down is killed. PostgreSQL takes longest, because it writes a checkpoint. */
const STOP_TIMEOUT_MS = 20_000;

/** One of the cluster's three machines, simulated on this computer: its services, with their files in one folder. */
export interface Machine {
	/** Starts those of the given services (by default, all) that are not running. */
	start: (services?: readonly Service[]) => Promise<void>;
	/** Kills the given services (by default, all) without a shutdown, as in a power failure. */
	kill: (services?: readonly Service[]) => Promise<void>;
	/** Shuts the services down: all others at once, and etcd last, because Patroni needs it to stop. */
	stop: () => Promise<void>;
}

/** @param folder with the configurations and the data of the programs */
export function createMachine(folder: string, account: Account | undefined): Machine {
	const running = new Map<Service, Program>();

	async function end(service: Service, signal: NodeJS.Signals): Promise<void> {
		const program = running.get(service);
		if (service === 'database' && signal === 'SIGKILL') await killPostgres(folder, program);
		await program?.end(signal);
		running.delete(service);
	}

	/** Shuts a service down, and kills it when this takes too long. */
	async function stopOrKill(service: Service): Promise<void> {
		const timer = setTimeout(() => void end(service, 'SIGKILL'), STOP_TIMEOUT_MS);
		try {
			await end(service, 'SIGTERM');
		} finally {
			clearTimeout(timer);
		}
	}

	return {
		async start(services = ALL_SERVICES) {
			for (const service of services) {
				if (running.get(service)?.isRunning()) continue;
				const log = join(folder, `${service}.log`);
				running.set(service, await startProgram(account, SERVICE_COMMANDS[service](folder), log));
			}
		},
		async kill(services = ALL_SERVICES) {
			await Promise.all(services.map((service) => end(service, 'SIGKILL')));
		},
		async stop() {
			await Promise.all(ALL_SERVICES.filter((service) => service !== 'etcd').map(stopOrKill));
			await stopOrKill('etcd');
		},
	};
}

/** Kills Patroni and then its PostgreSQL, which is not a child of this process. Patroni alive would restart it. */
async function killPostgres(folder: string, patroni: Program | undefined): Promise<void> {
	const pid = await findPostmaster(join(folder, 'postgres'));
	await patroni?.end('SIGKILL');
	if (!pid) return;
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// The process had already ended.
	}
}
