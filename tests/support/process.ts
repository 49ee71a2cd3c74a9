import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { onCleanup } from './on-cleanup.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The only environment variable that the process gets besides those passed explicitly. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface RunningProcess {
	child: ChildProcess;
	/** Everything printed so far. */
	output: () => string;
	errors: () => string;
	/** Waits until the output matches. Rejects when the process ends before that. */
	waitForOutput: (pattern: RegExp) => Promise<RegExpMatchArray>;
	/** Resolves with the exit code, or the signal that ended the process. */
	ended: Promise<number | NodeJS.Signals | null>;
}

/**
 * Runs a script of the repository as a process, which is ended after the current test or, outside of tests, the file.
 * @param wrapper a program with its arguments that runs the script, such as `setpriv`
 */
export function startScript(
	script: string,
	args: readonly string[] = [],
	environment: Record<string, string> = {},
	wrapper: readonly string[] = [],
): RunningProcess {
	const command = [process.execPath, resolve(ROOT, script), ...args];
	const [program = '', ...rest] = [...wrapper, ...command];
	const child = spawn(program, rest, {
		cwd: ROOT,
		env: { PATH, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	let errors = '';
	child.stdout.on('data', (chunk) => {
		output += String(chunk);
	});
	child.stderr.on('data', (chunk) => {
		errors += String(chunk);
	});
	const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
	onCleanup(async () => {
		child.kill('SIGKILL');
		await ended;
	});

	async function waitForOutput(pattern: RegExp): Promise<RegExpMatchArray> {
		let hasEnded = false;
		for (;;) {
			const match = output.match(pattern);
			if (match) return match;
			if (hasEnded)
				throw new Error(`${script} ended without saying ${pattern}:\n${output}${errors}`);
			const end = ended.then(() => {
				hasEnded = true;
			});
			await Promise.race([once(child.stdout ?? child, 'data'), end]);
		}
	}
	return { child, output: () => output, errors: () => errors, waitForOutput, ended };
}
