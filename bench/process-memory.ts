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

/** A process and all that it has started, and they, and so on. Linux only. */
export async function descendantsOf(pid: number): Promise<number[]> {
	const children = await childrenOf(pid);
	return [pid, ...(await Promise.all(children.map(descendantsOf))).flat()];
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

/** The same, but of what several have in common each has its share. Linux only. */
export async function shareOf(pids: readonly number[]): Promise<number> {
	let sum = 0;
	for (const pid of pids) sum += await megabytesIn(`/proc/${pid}/smaps_rollup`, 'Pss');
	return sum;
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
	for (const pid of pids) sum += await megabytesIn(`/proc/${pid}/status`, name);
	return sum;
}

async function megabytesIn(file: string, name: string): Promise<number> {
	const told = await readFile(file, 'utf8');
	const kilobytes = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(told)?.[1];
	if (kilobytes === undefined) throw new Error(`${file} does not tell ${name}.`);
	return Number(kilobytes) / 1024;
}
