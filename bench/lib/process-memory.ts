import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const _SAMPLE_MS = 1000;

/** A process and its children that run the same program. Linux only. */
export async function sameProgramProcesses(pid: number): Promise<number[]> {
	const program = await readlink(`/proc/${pid}/exe`);
	const pids = [pid];
	for (const child of await childrenOf(pid)) {
		const childProgram = await readlink(`/proc/${child}/exe`).catch(() => '');
		if (childProgram === program) pids.push(child);
	}
	return pids;
}

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
	return sumMb(pids, 'VmRSS');
}

/**
 * Proportional memory (PSS) of processes together, in MB: shared pages are divided among those that share them. Linux
 * only.
 */
export async function proportionalMb(pids: readonly number[]): Promise<number> {
	let total = 0;
	for (const pid of pids) total += await readMb(`/proc/${pid}/smaps_rollup`, 'Pss');
	return total;
}

/** @returns the peak of resident memory of each process during the work, added up, in MB. Linux only. */
export async function peakMbDuring(
	pids: readonly number[],
	work: () => Promise<void>,
): Promise<number> {
	// Writing '5' resets the peak that the kernel keeps.
	for (const pid of pids) await writeFile(`/proc/${pid}/clear_refs`, '5');
	await work();
	return sumMb(pids, 'VmHWM');
}

async function sumMb(pids: readonly number[], name: string): Promise<number> {
	let total = 0;
	for (const pid of pids) total += await readMb(`/proc/${pid}/status`, name);
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
