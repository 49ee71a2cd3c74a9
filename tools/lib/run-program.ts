import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs a program of the project or the system in the project's folder, its output going to the terminal. A signal that
 * would end this process meanwhile ends the program first.
 */
export function run(program: string, args: readonly string[]): Promise<boolean> {
	// biome-ignore lint/style/noProcessEnv: handed on as it is, but that whoever starts us without npm has none of the project's programs on the path
	const inherited = process.env;
	const path = [join(ROOT, 'node_modules', '.bin'), inherited.PATH].join(delimiter);
	return new Promise((settle, fail) => {
		const child = spawn(program, args, {
			cwd: ROOT,
			env: { ...inherited, PATH: path },
			stdio: ['ignore', 'inherit', 'inherit'],
		});
		let endedBy: NodeJS.Signals | undefined;
		const passOn = (signal: NodeJS.Signals) => {
			endedBy = signal;
			child.kill(signal);
		};
		for (const signal of SIGNALS) process.on(signal, passOn);
		child.on('error', fail);
		child.on('exit', (code) => {
			for (const signal of SIGNALS) process.off(signal, passOn);
			if (endedBy) process.kill(process.pid, endedBy);
			else settle(code === 0);
		});
	});
}
