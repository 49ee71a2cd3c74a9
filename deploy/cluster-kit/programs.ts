import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type Account, launchAs } from '#server/db/embedded/service-account.ts';
import { endChild, hasExited } from '#server/lib/processes.ts';

export const POSTGRES_BINARIES = '/usr/lib/postgresql/15/bin';
/** Where Debian installs its programs. Programs of the same name elsewhere on the path are not used. */
const BINARY_FOLDERS = [POSTGRES_BINARIES, '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
const REQUIRED_PROGRAMS = [
	'etcd',
	'patroni',
	'postgres',
	'psql',
	'pgbouncer',
	'redis-server',
	'redis-sentinel',
	'haproxy',
];

/** A program that runs in the background. */
export interface Program {
	pid: number;
	isRunning: () => boolean;
	/** Sends a signal if it still runs, and waits until it has ended. */
	end: (signal: NodeJS.Signals) => Promise<void>;
}

/** @throws Error in one line when a package is missing */
export async function requirePrograms(): Promise<void> {
	const missing: string[] = [];
	for (const name of REQUIRED_PROGRAMS) {
		const executableFlags = await Promise.all(
			BINARY_FOLDERS.map((folder) => isExecutable(join(folder, name))),
		);
		if (!executableFlags.includes(true)) missing.push(name);
	}
	if (missing.length === 0) return;
	throw new Error(
		`Not installed: ${missing.join(', ')}. On Debian: apt-get install $(cat tools/debian-packages.txt)`,
	);
}

function isExecutable(path: string): Promise<boolean> {
	return access(path, constants.X_OK).then(
		() => true,
		() => false,
	);
}

/**
 * Starts a program in a process group of its own, so that Ctrl-C reaches only this process. The program ends when this
 * process ends, even if this process is killed.
 * @param command the program and its arguments
 * @param log the file for its output
 */
export async function startProgram(
	account: Account | undefined,
	command: string[],
	log: string,
): Promise<Program> {
	const { program, args, identity } = await launchAs(account, command);
	const output = await open(log, 'a', 0o600);
	try {
		const child = spawn(program, args, {
			cwd: '/',
			detached: true,
			stdio: ['ignore', output.fd, output.fd],
			env: { PATH: BINARY_FOLDERS.join(':'), LANG: 'C.UTF-8' },
			...identity,
		});
		await once(child, 'spawn');
		return toProgram(child);
	} finally {
		await output.close();
	}
}

function toProgram(child: ChildProcess): Program {
	return {
		pid: child.pid ?? 0,
		isRunning: () => !hasExited(child),
		end: (signal) => endChild(child, signal),
	};
}
