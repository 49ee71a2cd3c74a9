import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { descendantsOf } from './process-memory.ts';

/** Ticks of the kernel's clock per second; the same on every Linux we run on. */
const TICKS_PER_SECOND = 100;
/** Positions in /proc/<pid>/stat behind the program's name, which may contain spaces. */
const PARENT_PID_FIELD = 1;
/** User and system time of the process itself. */
const OWN_TIME_FIELDS = [11, 12];
/** User and system time of its children that have ended. */
const ENDED_CHILDREN_TIME_FIELDS = [13, 14];

/** Processor time of a process in seconds. Linux only. */
export async function cpuSeconds(pid: number): Promise<number> {
	return sumSeconds(await readStatFields(pid), OWN_TIME_FIELDS);
}

/** Processor time of a process and all its descendants, ended ones included, in seconds. Linux only. */
export async function processTreeCpuSeconds(pid: number): Promise<number> {
	const secondsOf = async (each: number) =>
		sumSeconds(await readStatFields(each), [...OWN_TIME_FIELDS, ...ENDED_CHILDREN_TIME_FIELDS]);
	// The time of a process that has ended since it was listed is included in its parent's.
	const seconds = (await descendantsOf(pid)).map((each) => secondsOf(each).catch(() => 0));
	return (await Promise.all(seconds)).reduce((total, each) => total + each, 0);
}

/** Processor time of all processes of a database, ended ones included, in seconds. Linux only. */
export async function databaseCpuSeconds(pool: pg.Pool): Promise<number> {
	const { rows } = await pool.query<{ pid: number }>('select pid from pg_stat_activity');
	return siblingSeconds(rows.map(({ pid }) => pid));
}

/** @param pids some children of one process; its children that have ended are included */
async function siblingSeconds(pids: readonly number[]): Promise<number> {
	const fieldLists = await Promise.all(
		pids.map((pid) => readStatFields(pid).catch(() => undefined)),
	);
	// The time of processes that have ended since they were listed is included in their parent's.
	const siblings = fieldLists.filter((fields) => fields !== undefined);
	const parent = await readStatFields(Number(siblings[0]?.[PARENT_PID_FIELD]));
	return siblings.reduce(
		(total, fields) => total + sumSeconds(fields, OWN_TIME_FIELDS),
		sumSeconds(parent, ENDED_CHILDREN_TIME_FIELDS),
	);
}

async function readStatFields(pid: number): Promise<string[]> {
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
	return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function sumSeconds(fields: readonly string[], positions: readonly number[]): number {
	return (
		positions.reduce((total, position) => total + Number(fields[position]), 0) / TICKS_PER_SECOND
	);
}
