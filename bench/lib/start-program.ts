import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { endChild } from '#server/lib/processes.ts';
import { ROOT } from '#tools/lib/run-program.ts';

/** The only environment variable that started programs get besides those passed explicitly. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** A program that runs in a process of its own. */
export interface RunningProgram {
	address: string;
	pid: number;
	stop: () => Promise<void>;
}

/**
 * Starts the server as a process of its own, so that its memory can be measured.
 * @param core the only core that it and its database may use
 * @throws Error when it does not start
 */
export function startServer(
	environment: Record<string, string>,
	core?: number,
): Promise<RunningProgram> {
	return startProgram(['server/main.ts'], environment, core);
}

/**
 * Starts a program of the project that prints its address.
 * @param args arguments of Node: the program's file and its own arguments
 * @throws Error when it does not start
 */
export async function startProgram(
	args: readonly string[],
	environment: Record<string, string>,
	core?: number,
): Promise<RunningProgram> {
	const pinPrefix = core === undefined ? [] : ['taskset', '-c', String(core)];
	const [program = '', ...programArgs] = [...pinPrefix, process.execPath, ...args];
	const child = spawn(program, programArgs, {
		cwd: ROOT,
		env: { PATH, PORT: '0', SEED_DEMO: '0', LOG_LEVEL: 'warn', ...environment },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const { pid } = child;
	for await (const line of createInterface({ input: child.stdout })) {
		const address = / is open at (\S+)/.exec(line)?.[1];
		if (!address || pid === undefined) continue;
		const stop = async () => {
			await endChild(child, 'SIGTERM');
		};
		return { address, pid, stop };
	}
	throw new Error(`${args[0]} did not start.`);
}
