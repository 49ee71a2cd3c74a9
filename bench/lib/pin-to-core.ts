import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The server under test runs on one core and the load generator on the other. */
export const SERVER_CORE = 0;
export const GENERATOR_CORE = 1;

/** Pins this process, and those it starts from now on, to one core. Linux only. */
export async function pinToCore(core: number): Promise<void> {
	await run('taskset', ['-a', '-p', '-c', String(core), String(process.pid)]);
}
