import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Keeps this process, and what it starts from here on, to one core. Linux only. */
export async function keepToCore(core: number): Promise<void> {
	await run('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
}
