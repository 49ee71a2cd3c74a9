import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';

/** A program with the processes of the same program that it has started: their memory is its own. Linux only. */
export async function familyOf(pid: number): Promise<number[]> {
	const program = await readlink(`/proc/${pid}/exe`);
	const family = [pid];
	for (const child of await childrenOf(pid)) {
		const theirs = await readlink(`/proc/${child}/exe`).catch(() => '');
		if (theirs === program) family.push(child);
	}
	return family;
}

async function childrenOf(pid: number): Promise<number[]> {
	const threads = await readdir(`/proc/${pid}/task`);
	const lists = await Promise.all(
		threads.map((thread) =>
			readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''),
		),
	);
	return lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
}

/** What processes have resident together, in MB. Linux only. */
export function residentOf(pids: readonly number[]): Promise<number> {
	return sumOf(pids, 'VmRSS');
}

/** @returns the most that each has had resident while the work went on, added up, in MB. Linux only. */
export async function peakDuring(
	pids: readonly number[],
	work: () => Promise<void>,
): Promise<number> {
	// The kernel keeps the most that there ever was; this has it begin anew.
	for (const pid of pids) await writeFile(`/proc/${pid}/clear_refs`, '5');
	await work();
	return sumOf(pids, 'VmHWM');
}

async function sumOf(pids: readonly number[], name: string): Promise<number> {
	let sum = 0;
	for (const pid of pids) {
		const status = await readFile(`/proc/${pid}/status`, 'utf8');
		const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
		if (kilobytes === undefined) throw new Error(`The kernel does not tell ${name} of ${pid}.`);
		sum += Number(kilobytes) / 1024;
	}
	return sum;
}
