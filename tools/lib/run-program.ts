import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs a program from node_modules or from PATH in the project's folder, with its output on the terminal. A signal that
 * would end this process ends the program first.
 * @returns whether the program ended with exit code 0
 */
export function run(program: string, args: readonly string[]): Promise<boolean> {
	// biome-ignore lint/style/noProcessEnv: passed on unchanged, except for PATH: without npm it lacks the project's programs
	const environment = process.env;
	const searchPath = [join(ROOT, 'node_modules', '.bin'), environment.PATH].join(delimiter);
	return new Promise((resolve, reject) => {
		const child = spawn(program, args, {
			cwd: ROOT,
			env: { ...environment, PATH: searchPath },
			stdio: ['ignore', 'inherit', 'inherit'],
		});
		let endSignal: NodeJS.Signals | undefined;
		const forwardSignal = (signal: NodeJS.Signals) => {
			endSignal = signal;
			child.kill(signal);
		};
		for (const signal of SIGNALS) process.on(signal, forwardSignal);
		child.on('error', reject);
		child.on('exit', (code) => {
			for (const signal of SIGNALS) process.off(signal, forwardSignal);
			if (endSignal) process.kill(process.pid, endSignal);
			else resolve(code === 0);
		});
	});
}
