import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Ticks of the kernel's clock in a second, which is the same on all that Linux runs on. */
const TICKS = 100;
/** Where they stand behind the program's name, which may hold spaces. */
const PARENT = 1;
/** Time in the program and in the kernel for it; then the same of its children that have ended. */
const OWN = [11, 12];
const OF_ENDED = [13, 14];

/** How long the processor has worked for a process, in seconds. Linux only. */
export async function processorSeconds(pid: number): Promise<number> {
	return secondsIn(await fieldsOf(pid), OWN);
}

/**
 * How long it has worked for brothers, and for those before them who have ended, in seconds: of a database, all that it does
 * for its connections and by itself. Linux only.
 */
async function familySeconds(pids: readonly number[]): Promise<number> {
	const found = await Promise.all(pids.map((pid) => fieldsOf(pid).catch(() => undefined)));
	// Who has ended since they were listed is counted with the parent.
	const brothers = found.filter((fields) => fields !== undefined);
	const parent = await fieldsOf(Number(brothers[0]?.[PARENT]));
	return brothers.reduce(
		(all, fields) => all + secondsIn(fields, OWN),
		secondsIn(parent, OF_ENDED),
	);
}

/** The same of the database of a pool. */
export async function databaseSeconds(pool: pg.Pool): Promise<number> {
	const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
	return familySeconds(rows.map(({ pid }) => pid));
}

async function fieldsOf(pid: number): Promise<string[]> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function secondsIn(fields: readonly string[], places: readonly number[]): number {
	return places.reduce((all, place) => all + Number(fields[place]), 0) / TICKS;
}
