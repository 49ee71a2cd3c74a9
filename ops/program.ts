import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Runs a program of the project or the system in the project's folder, its output going to the terminal. */
export function run(program: string, args: readonly string[]): Promise<boolean> {
	return new Promise((settle, fail) => {
		const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'] });
		child.on('error', fail);
		child.on('exit', (code) => settle(code === 0));
	});
}
