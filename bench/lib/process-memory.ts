import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A process and all its descendants. Linux only. */
export async function descendantsOf(pid: number): Promise<number[]> {
	const children = await childrenOf(pid);
	return [pid, ...(await Promise.all(children.map(descendantsOf))).flat()];
}

async function childrenOf(pid: number): Promise<number[]> {
	// A process may end after it was listed.
	const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
	const childLists = await Promise.all(
		threads.map((thread) =>
			readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
		),
	);
	return childLists.join(' ').split(/\s+/).filter(Boolean).map(Number);
}

/** Resident memory of processes together (RSS), in MB. Linux only. */
export function residentMb(pids: readonly number[]): Promise<number> {
	return sumMb(pids, (pid) => readMb(`/proc/${pid}/status`, 'VmRSS'));
}

/**
 * Proportional memory (PSS) of processes together, in MB: shared pages are divided among those that share them. Linux
 * only.
 */
export function proportionalMb(pids: readonly number[]): Promise<number> {
	return sumMb(pids, (pid) => readMb(`/proc/${pid}/smaps_rollup`, 'Pss'));
}

async function sumMb(
	pids: readonly number[],
	read: (pid: number) => Promise<number>,
): Promise<number> {
	let total = 0;
	for (const pid of pids) total += await read(pid);
	return total;
}

async function readMb(file: string, name: string): Promise<number> {
	const content = await readFile(file, 'utf8');
	const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(content)?.[1];
	if (kilobytes === undefined) throw new Error(`${file} does not contain ${name}.`);
	return Number(kilobytes) / 1024;
}

/** Resident memory of one process in MB, on any system. */
export async function memoryMb(pid: number): Promise<number> {
	const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
	return Math.round(Number(stdout) / 1024);
}
