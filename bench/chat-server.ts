import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT } from '#ops/program.ts';

/** Programs of the system; nothing else of the shell's environment reaches the market. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

interface RunningServer {
	address: string;
	pid: number;
	stop: () => Promise<void>;
}

/**
 * Starts the market as a process of its own, as people do, so that its memory is its own.
 * @param core the only one that it and its database may use; all unless said
 * @throws Error when it does not open
 */
export function startServer(
	environment: Record<string, string>,
	core?: number,
): Promise<RunningServer> {
	return startProgram(['server/main.ts'], environment, core);
}

/**
 * Starts a program of the project that says where it is open.
 * @param words its file, and what it is given
 * @throws Error when it does not open
 */
export async function startProgram(
	words: readonly string[],
	environment: Record<string, string>,
	core?: number,
): Promise<RunningServer> {
	const pinned = core === undefined ? [] : ['taskset', '-c', String(core)];
	const [program = '', ...rest] = [...pinned, process.execPath, ...words];
	const child = spawn(program, rest, {
		cwd: ROOT,
		env: { PATH, PORT: '0', SEED_DEMO: '0', LOG_LEVEL: 'warn', ...environment },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const { pid } = child;
	for await (const line of createInterface({ input: child.stdout })) {
		const address = / is open at (\S+)/.exec(line)?.[1];
		if (!address || pid === undefined) continue;
		const stop = async () => {
			child.kill('SIGTERM');
			if (child.exitCode === null) await once(child, 'exit');
		};
		return { address, pid, stop };
	}
	throw new Error(`${words[0]} did not open.`);
}
