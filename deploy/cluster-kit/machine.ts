import { join } from 'node:path';
import { readPostmasterPid } from '#server/db/embedded/data-directory.ts';
import type { Account } from '#server/db/embedded/service-account.ts';
import { type Program, startProgram } from './programs.ts';

/** What runs on each of the three machines; `database` is Patroni with its PostgreSQL. */
const PARTS = {
	etcd: (folder: string) => ['etcd', '--config-file', join(folder, 'etcd.yml')],
	database: (folder: string) => ['patroni', join(folder, 'patroni.yml')],
	pooler: (folder: string) => ['pgbouncer', join(folder, 'pgbouncer.ini')],
	redis: (folder: string) => ['redis-server', join(folder, 'redis.conf')],
	sentinel: (folder: string) => ['redis-sentinel', join(folder, 'sentinel.conf')],
};
export type Part = keyof typeof PARTS;
const ALL = Object.keys(PARTS) as Part[];
/** Longest for PostgreSQL to write out what it holds. */
const END_WITHIN_MS = 20_000;

/** One of the three. */
export interface Machine {
	/** Starts what does not run of it, or of these parts. */
	start: (parts?: readonly Part[]) => Promise<void>;
	/** As in a power cut: nothing of it gets to say a word. */
	kill: (parts?: readonly Part[]) => Promise<void>;
	/** Lets each finish in order. */
	stop: () => Promise<void>;
}

/** @param folder with the configurations and all that the programs keep */
export function machineIn(folder: string, account: Account | undefined): Machine {
	const running = new Map<Part, Program>();

	async function end(part: Part, signal: NodeJS.Signals): Promise<void> {
		const program = running.get(part);
		if (part === 'database' && signal === 'SIGKILL') await killPostgres(folder, program);
		await program?.end(signal);
		running.delete(part);
	}

	async function endInTime(part: Part): Promise<void> {
		const timer = setTimeout(() => void end(part, 'SIGKILL'), END_WITHIN_MS);
		await end(part, 'SIGTERM');
		clearTimeout(timer);
	}

	return {
		async start(parts = ALL) {
			for (const part of parts) {
				if (running.get(part)?.isRunning()) continue;
				const log = join(folder, `${part}.log`);
				running.set(part, await startProgram(account, PARTS[part](folder), log));
			}
		},
		async kill(parts = ALL) {
			await Promise.all(parts.map((part) => end(part, 'SIGKILL')));
		},
		async stop() {
			await Promise.all(ALL.filter((part) => part !== 'etcd').map(endInTime));
			await endInTime('etcd');
		},
	};
}

/** Patroni first, which would start it again; PostgreSQL is no child of ours. */
async function killPostgres(folder: string, patroni: Program | undefined): Promise<void> {
	const pid = await readPostmasterPid(join(folder, 'postgres'));
	await patroni?.end('SIGKILL');
	if (!pid) return;
	try {
		process.kill(pid, 'SIGKILL');
	} catch {
		// It had ended before.
	}
}
