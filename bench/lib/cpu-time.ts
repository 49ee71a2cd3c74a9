import { readFile } from 'node:fs/promises';
import type pg from 'pg';

/** Ticks of the kernel's clock per second; the same on every Linux we run on. */
const TICKS_PER_SECOND = 100;
/** Positions in /proc/<pid>/stat behind the program's name, which may contain spaces. */
const PARENT = 1;
/** User and system time of the process; then of its ended children. */
const OWN = [11, 12];
const OF_ENDED = [13, 14];

/** Processor time of a process in seconds. Linux only. */
export async function cpuSeconds(pid: number): Promise<number> {
	return secondsIn(await fieldsOf(pid), OWN);
}

/** Processor time of all processes of a database, ended ones included, in seconds. Linux only. */
export async function databaseCpuSeconds(pool: pg.Pool): Promise<number> {
	const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
	return siblingSeconds(rows.map(({ pid }) => pid));
}

async function siblingSeconds(pids: readonly number[]): Promise<number> {
	const found = await Promise.all(pids.map((pid) => fieldsOf(pid).catch(() => undefined)));
	// The parent counts those that have ended since they were listed.
	const siblings = found.filter((fields) => fields !== undefined);
	const parent = await fieldsOf(Number(siblings[0]?.[PARENT]));
	return siblings.reduce(
		(total, fields) => total + secondsIn(fields, OWN),
		secondsIn(parent, OF_ENDED),
	);
}

async function fieldsOf(pid: number): Promise<string[]> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function secondsIn(fields: readonly string[], positions: readonly number[]): number {
	return (
		positions.reduce((total, position) => total + Number(fields[position]), 0) / TICKS_PER_SECOND
	);
}
